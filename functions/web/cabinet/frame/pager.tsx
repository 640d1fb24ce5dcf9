import type { View } from '../page.ts';

/** The link to the next page of a list; the address is the state. */
export const Pager = ({ nextCursor, view }: { readonly nextCursor: string | null; readonly view: View }) => {
  const { cursor, ...filters } = view.query;
  if (nextCursor === null && cursor === undefined) return null;
  const to = (query: Record<string, string>) => `${view.path}?${new URLSearchParams(query)}`;
  return (
    <nav class="pager" aria-label="Pages">
      {cursor === undefined ? <span /> : <a href={to(filters)}>First page</a>}
      {nextCursor !== null && (
        <a rel="next" href={to({ ...filters, cursor: nextCursor })}>
          Next page
        </a>
      )}
    </nav>
  );
};
