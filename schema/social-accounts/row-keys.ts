/** Rows of a table that were asked for together. */
interface AskedRows {
  readonly ids: readonly number[];
  /** The user whose row the first one is; null: of several users. */
  readonly ownerId: number | null;
}

/** The key of rows that were asked for together: their party, and the first one, whatever it was asked about. */
export function keyOfRows(table: string, { ids, ownerId }: AskedRows): string {
  const row = `${table} ${Math.min(...ids)}`;
  return `${ownerId === null ? row : `owner ${ownerId}`} ${row}`;
}

/** Whose rows a key names: two words, such as `owner 7`. */
export const partyOf = (key: string): string => key.split(' ', 2).join(' ');
