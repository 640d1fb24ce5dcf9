import { beside, type Db, type Query } from '../../db/client.ts';
import { isUnavailable } from '../../schema/shared/errors.ts';

/** Reads what proves a caller; null when the credential is not valid any more. */
export interface Proof<Caller> {
  /** In a round trip of its own. */
  alone(): Promise<Caller | null>;
  /** In the statement of another read, whose rows or refusal it returns as `given`. */
  beside<Row>(other: Query<Row>): Promise<{ readonly caller: Caller | null; readonly given: Given<Row> }>;
}

/** The rows of a statement, or its refusal. */
export type Given<Row> = { readonly rows: Row[] } | { readonly refusal: Error };

/** A proof by one statement, which gives no row or one. */
export function proofBy<Row, Caller>(
  db: Db,
  query: Query<Row>,
  accept: (row: Row | undefined) => Caller | null,
): Proof<Caller> {
  const alone = async () => accept((await db.read(query))[0]);
  return {
    alone,
    async beside(other) {
      try {
        const found = await db.read(beside(query, other));
        const rows = found.flatMap(({ row }) => (row === null ? [] : [row]));
        return { caller: accept(found[0]?.one), given: { rows } };
      } catch (error) {
        // The other statement failed. Only a proven caller may learn why, so the proof is read alone.
        if (!(error instanceof Error) || isUnavailable(error)) throw error;
        return { caller: await alone(), given: { refusal: error } };
      }
    },
  };
}
