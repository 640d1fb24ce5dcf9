import type { Child } from 'hono/jsx';

/** A column by its heading. Numbers are aligned at their end. A column of buttons has a heading that only screen readers read. */
export type Column = string | { readonly number: string } | { readonly actions: string };

interface Props {
  readonly columns: readonly Column[];
  /** The rows: each cell names its column by `data-label`, which narrow screens show. */
  readonly children: Child;
  readonly caption?: string;
}

/** A list as a table, whose rows become cards on a narrow screen. */
export const Table = ({ columns, caption, children }: Props) => (
  <div class="card list-card">
    <table class="list stacked">
      {caption !== undefined && <caption class="unseen">{caption}</caption>}
      <thead>
        <tr>
          {columns.map((column) => (
            <Head column={column} />
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
);

const Head = ({ column }: { readonly column: Column }) => {
  if (typeof column === 'string') return <th scope="col">{column}</th>;
  if ('number' in column)
    return (
      <th scope="col" class="number">
        {column.number}
      </th>
    );
  return (
    <th scope="col">
      <span class="unseen">{column.actions}</span>
    </th>
  );
};
