import type { Child } from 'hono/jsx';
import { addressOf, filterFields, type Values } from './report-form.ts';

type List = 'account' | 'post';

/** A column that can be sorted by its name in the API. */
export interface Column {
  readonly title: string;
  /** Absent if the list cannot be sorted by it. */
  readonly sort?: string | undefined;
  readonly isNumber?: boolean;
}

interface HeadProps {
  readonly list: List;
  readonly columns: readonly Column[];
  /** The present order, such as -views. */
  readonly sort: string;
  readonly values: Values;
}

/** The head of a list. Its links sort by a column, and the other way round when the list is sorted by it. */
export const Head = ({ list, columns, sort, values }: HeadProps) => (
  <thead>
    <tr>
      {columns.map(({ title, sort: by, isNumber }) => {
        const isDescending = sort === `-${by}`;
        const isSorted = by !== undefined && (isDescending || sort === by);
        const next = isDescending ? by : `-${by}`;
        return (
          <th
            scope="col"
            class={isNumber ? 'number' : undefined}
            aria-sort={isSorted ? (isDescending ? 'descending' : 'ascending') : undefined}
          >
            {by === undefined ? (
              <span>{title}</span>
            ) : (
              <a
                href={addressOf(values, { [`${list}Sort`]: next, [`${list}Cursor`]: undefined }, `#${list}s`)}
                rel="nofollow"
              >
                {title}
                {isSorted && <span aria-hidden="true">{isDescending ? ' ↓' : ' ↑'}</span>}
              </a>
            )}
          </th>
        );
      })}
    </tr>
  </thead>
);

interface PagesProps {
  readonly list: List;
  readonly nextCursor: string | null;
  readonly values: Values;
}

export const Pages = ({ list, nextCursor, values }: PagesProps) => {
  const name = `${list}Cursor` as const;
  const isFirst = values[name] === undefined;
  if (nextCursor === null && isFirst) return null;
  return (
    <nav class="pages" aria-label={`Pages of ${list}s`}>
      {!isFirst && <a href={addressOf(values, { [name]: undefined }, `#${list}s`)}>First {list}s</a>}
      {nextCursor !== null && (
        <a class="button" rel="next" href={addressOf(values, { [name]: nextCursor }, `#${list}s`)}>
          Next {list}s
        </a>
      )}
    </nav>
  );
};

interface PartProps {
  readonly id: string;
  readonly title: string;
  /** Beside the title. */
  readonly action?: Child;
  readonly children: Child;
}

export const Part = ({ id, title, action, children }: PartProps) => (
  <section class="report-part" aria-labelledby={id}>
    <div class="report-head">
      <h2 id={id}>{title}</h2>
      {action}
    </div>
    {children}
  </section>
);

/** A table that scrolls where it is wider than the screen. */
export const Scroll = ({ label, children }: { readonly label: string; readonly children: Child }) => (
  <section class="card scroll" aria-label={label} {...focusable}>
    {children}
  </section>
);

/** So that the keyboard can scroll it. */
const focusable = { tabindex: 0 } as const;

/** A list without rows. */
export const Empty = ({ what, values }: { readonly what: 'accounts' | 'posts'; readonly values: Values }) => {
  const isPast = (what === 'posts' ? values.postCursor : values.accountCursor) !== undefined;
  return (
    <div class="card empty">
      {isPast ? (
        <p>This is the end of the list.</p>
      ) : filterFields.some((field) => values[field] !== undefined) ? (
        <>
          <p class="lead">No {what} match all these filters.</p>
          <p>
            Remove a filter, or <a href="?">show the whole report</a>.
          </p>
        </>
      ) : (
        <>
          <p class="lead">{what === 'posts' ? 'No posts were found yet.' : 'No accounts are watched yet.'}</p>
          <p>This page shows them as soon as there are any.</p>
        </>
      )}
    </div>
  );
};
