import type { SQLWrapper } from 'drizzle-orm/sql/sql';
import type { Db } from '../../db/client.ts';

/** The statement with which the function reads. It gets no rows. */
export async function requestedStatement(read: (db: Db) => Promise<unknown>): Promise<SQLWrapper> {
  let requested: SQLWrapper | undefined;
  const unexpected = () => Promise.reject(new Error('the function must read with one statement'));
  await read({
    read: async ({ statement }) => {
      requested = statement;
      return [];
    },
    readBoth: unexpected,
    transaction: unexpected,
  });
  if (!requested) throw new Error('the function sent no statement');
  return requested;
}
