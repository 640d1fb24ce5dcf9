import { maxCreators, type PlacementAnalytics } from '../../../../schema/metrics/placement-analytics.ts';
import { exactly, priceOf } from '../../ui/format.ts';
import { EngagementCells, engagementColumns } from '../frame/engagement.tsx';
import { wordOf } from '../frame/placement-status.tsx';
import { Table } from '../frame/table.tsx';
import type { View } from '../page.ts';
import { knownViews } from './placement-words.ts';

/** The statuses that the work of the report has now. */
export const StatusTable = ({ rows }: { readonly rows: PlacementAnalytics['byStatus'] }) => {
  const found = rows.filter(({ assignments }) => assignments > 0);
  return found.length === 0 ? null : (
    <section class="part" aria-labelledby="statuses">
      <h2 id="statuses">By status</h2>
      <Table columns={['Status', { number: 'Work' }, { number: 'Total' }]}>
        {found.map(({ status, assignments, total }) => (
          <tr>
            <th scope="row">{wordOf(status)}</th>
            <td class="number" data-label="Work">
              {exactly(assignments)}
            </td>
            <td class="number" data-label="Total">
              {priceOf(total)}
            </td>
          </tr>
        ))}
      </Table>
      <p class="quiet small">Totals are prices with the Castline fee, whether paid, reserved or refunded.</p>
    </section>
  );
};

/** With the charts of 92 days, a page of this many creators has less than 60 kB. */
const pageSize = 10;

interface CreatorsProps {
  readonly rows: PlacementAnalytics['byCreator'];
  /** Their full number: the API gives the first ones only. */
  readonly creators: number;
  readonly view: View;
}

/** The creators of the report, the largest paid amount first. */
export const CreatorTable = ({ rows, creators, view }: CreatorsProps) => {
  if (rows.length === 0) return null;
  const from = firstRow(view.query.after, rows.length);
  const shown = rows.slice(from, from + pageSize);
  return (
    <section class="part" aria-labelledby="creators">
      <h2 id="creators">By creator</h2>
      <Table
        caption="Creators, the largest paid amount first"
        columns={['Creator', { number: 'Work' }, { number: 'Results' }, ...engagementColumns, { number: 'Paid' }]}
      >
        {shown.map((row) => (
          <Row row={row} />
        ))}
      </Table>
      {creators > rows.length && (
        <p class="quiet small">
          The report names the first {maxCreators} of {exactly(creators)} creators. Choose a shorter period to see the
          others.
        </p>
      )}
      <Pages from={from} rows={rows.length} view={view} />
    </section>
  );
};

/** The row to begin with. An address that was changed by hand begins at the first one. */
function firstRow(after: string | undefined, rows: number): number {
  const from = Number(after ?? 0);
  return Number.isInteger(from) && from > 0 && from < rows ? from : 0;
}

interface PagesProps {
  readonly from: number;
  readonly rows: number;
  readonly view: View;
}

/** The pages of the creators, which are all in one answer. */
const Pages = ({ from, rows, view }: PagesProps) => {
  const { after: _, ...filters } = view.query;
  const to = (row: number) =>
    `${view.path}?${new URLSearchParams({ ...filters, ...(row > 0 && { after: String(row) }) })}#creators`;
  if (rows <= pageSize) return null;
  return (
    <nav class="pager" aria-label="Pages of creators">
      {from === 0 ? <span /> : <a href={to(Math.max(0, from - pageSize))}>Previous page</a>}
      {from + pageSize < rows && (
        <a rel="next" href={to(from + pageSize)}>
          Next page
        </a>
      )}
    </nav>
  );
};

const Row = ({ row }: { readonly row: PlacementAnalytics['byCreator'][number] }) => {
  const { creatorPublicId, displayName, assignments, deliveredResults, spent, reserved, engagement, viewDefinitions } =
    row;
  return (
    <tr>
      <th scope="row">
        <a class="main" href={`/creators/${creatorPublicId}`} dir="auto">
          {displayName ?? 'A creator without a page'}
        </a>
      </th>
      <td class="number" data-label="Work">
        {exactly(assignments)}
      </td>
      <td class="number" data-label="Results">
        {exactly(deliveredResults)}
      </td>
      <EngagementCells
        totalViews={knownViews(engagement)}
        viewsUpdatedAt={engagement.updatedAt}
        viewDefinitions={viewDefinitions}
        engagement={engagement}
      />
      <td class="number" data-label="Paid">
        <span>
          {priceOf(spent)}
          {reserved.raw !== '0' && <span class="under">{priceOf(reserved)} reserved</span>}
        </span>
      </td>
    </tr>
  );
};
