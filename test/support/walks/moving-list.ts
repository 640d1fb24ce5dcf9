/** A list whose rows move while a reader walks it. */
export interface MovingList {
  readonly ids: readonly string[];
  /** A page of two rows after a cursor. */
  page(cursor: string | null): Promise<ListedPage>;
  /** Gives every row another value, which may be unknown. */
  move(step: number): Promise<unknown>;
  remove(id: string): Promise<unknown>;
}

interface ListedPage {
  readonly ids: readonly string[];
  readonly nextCursor: string | null;
}

/** Runs a statement, and returns the ids that it returns. */
export type Run = (text: string, values?: readonly unknown[]) => Promise<string[]>;

/** Rows of each list. */
export const size = 9;

export const pathOf = (cursor: string | null, name = 'cursor'): string =>
  `limit=2${cursor === null ? '' : `&${name}=${cursor}`}`;

export interface Listed {
  readonly data: readonly { readonly id?: number | string; readonly publicId?: string }[];
  readonly nextCursor: string | null;
}

export const pageOf = ({ data, nextCursor }: Listed): ListedPage => ({
  ids: data.map(({ id, publicId }) => String(id ?? publicId)),
  nextCursor,
});

/**
 * Walks a list to its end. After each page all rows get other values, and after the second one its last row is removed. Returns the rows in the order in
 * which they were shown, and the removed one.
 */
export async function walk({ page, move, remove }: MovingList): Promise<{ shown: string[]; removed: string | null }> {
  const shown: string[] = [];
  let cursor: string | null = null;
  let removed: string | null = null;
  for (let step = 1; step <= size; step++) {
    const { ids, nextCursor }: ListedPage = await page(cursor);
    shown.push(...ids);
    if (nextCursor === null) return { shown, removed };
    cursor = nextCursor;
    await move(step + 1);
    if (step === 2) {
      removed = cursor;
      await remove(removed);
    }
  }
  throw new Error(`the walk does not end: ${shown.join(', ')}`);
}
