import type { Client } from './client.ts';

export interface Walked<Item> {
  readonly items: readonly Item[];
  /** The size of each page. */
  readonly sizes: readonly number[];
}

/** Reads a list page by page to its end. `between` runs after each page that has a next cursor. */
export async function walk<Item extends { id: number }>(
  api: Client,
  path: string,
  query: string,
  between: (cursor: string) => Promise<unknown> = async () => undefined,
): Promise<Walked<Item>> {
  const items: Item[] = [];
  const sizes: number[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { status, text, body } = await api.get(`${path}?${query}${cursor && `&cursor=${cursor}`}`);
    if (status !== 200) throw new Error(`${status}: ${text}`);
    items.push(...body.data);
    sizes.push(body.data.length);
    cursor = body.nextCursor;
    if (cursor !== null && cursor !== String(items.at(-1)?.id)) throw new Error(`${cursor} is not the last item`);
    if (cursor !== null) await between(cursor);
  }
  return { items, sizes };
}

export const idsIn = ({ items }: Walked<{ id: number }>) => items.map(({ id }) => id);
