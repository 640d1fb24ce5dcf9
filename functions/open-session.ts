import { StoredChange } from '../db/calls.ts';
import type { Db } from '../db/client.ts';
import { requireSession } from '../db/identity/sessions.ts';
import { examined, type Query } from '../db/statements.ts';
import type { Actor } from './context.ts';

/** The statement that refuses a commit whose session has ended. None for a key, and for a token of an external issuer. */
export const proofOf = ({ userId, sessionId }: Actor, at: Date): StoredChange[] =>
  sessionId === null ? [] : [requireSession({ userId, sessionId, at })];

/**
 * The database of a call in a session. Each commit checks last that the session is still open, however long the call or the commit took.
 * A commit that ends the session itself checks it first, by `proofOf`.
 */
export function boundToSession(db: Db, { userId, sessionId }: Actor): Db {
  if (sessionId === null) return db;
  const proof = () => requireSession({ userId, sessionId, at: new Date() });
  const isChange = (query: Query<unknown>) => examined(query).isChange;
  return {
    async read<Row>(wanted: Query<Row>) {
      const { query, isChange } = examined(wanted);
      if (!isChange) return db.read(query);
      const [rows] = await db.readBoth(query, { statement: proof(), decode: () => null });
      return rows;
    },
    readBoth: (one, other) => db.readBoth(one, other, isChange(one) || isChange(other) ? [proof()] : []),
    async transaction(statements) {
      const last = proof();
      const isProven = statements.some((one) => one instanceof StoredChange && one.name === last.name);
      await db.transaction(isProven || statements.length === 0 ? statements : [...statements, last]);
    },
  };
}
