import type { CreditEntryView, CreditUsageView } from '../../../../schema/factories/credits.ts';
import { Figure, Figured } from '../../ui/charts/figure.tsx';
import { exactly } from '../../ui/format.ts';
import { Time } from '../../ui/time.tsx';
import { Table } from '../frame/table.tsx';
import { pathOf } from './factory-heading.tsx';

const reasons = { PURCHASE: 'Bought', GRANT: 'Granted', SCAN: 'Scan' } as const;

interface EntriesProps {
  readonly entries: readonly CreditEntryView[];
  /** Whether the page shows one factory, which the entries need not name. */
  readonly isOfOne?: boolean;
}

/** Changes of the balance, newest first. */
export const CreditEntries = ({ entries, isOfOne = false }: EntriesProps) =>
  entries.length === 0 ? (
    <div class="card empty-card">
      <strong>No credits were bought or spent yet.</strong>
    </div>
  ) : (
    <Table
      caption="Changes of the balance, newest first"
      columns={['Time', 'Reason', { number: 'Credits' }, { number: 'Balance after' }]}
    >
      {entries.map(({ kind, reason, amount, balanceAfter, factoryId, factoryName, at }) => (
        <tr>
          <th scope="row">
            <Time at={at} />
          </th>
          <td data-label="Reason">
            <span>
              {reasons[reason]}
              {factoryId !== null && !isOfOne && (
                <>
                  {' of '}
                  {factoryName === null ? (
                    'a deleted factory'
                  ) : (
                    <a href={pathOf(factoryId)} dir="auto">
                      {factoryName}
                    </a>
                  )}
                </>
              )}
            </span>
          </td>
          <td class="number" data-label="Credits">
            {kind === 'CREDIT' ? '+' : '\u2212'}
            {exactly(amount)}
          </td>
          <td class="number" data-label="Balance after">
            {exactly(balanceAfter)}
          </td>
        </tr>
      ))}
    </Table>
  );

interface FiguresProps {
  readonly balance: number;
  readonly reserved: number;
  readonly scansPerDay: number;
  readonly daysLeft: number | null;
  readonly usage: CreditUsageView;
  /** The planned scans that the forecast counts. */
  readonly plans: string;
  readonly nothing: string;
  /** A sentence: the planned scans that use up the balance. */
  readonly lasting: string;
}

/** The balance, how long it lasts, and what scans have cost. */
export const CreditFigures = ({
  balance,
  reserved,
  scansPerDay,
  daysLeft,
  usage,
  plans,
  nothing,
  lasting,
}: FiguresProps) => (
  <dl class="figures">
    <Figure name="Credits" value={exactly(balance)}>
      <span class="why">{exactly(reserved)} of them reserved for scans in progress</span>
    </Figure>
    <Figure name="Credits a day" value={exactly(scansPerDay)}>
      <span class="why">{plans}</span>
    </Figure>
    <Figure
      name="Lasts for"
      value={
        <Figured value={daysLeft} show={(days) => `${exactly(days)} ${days === 1 ? 'day' : 'days'}`} why={nothing} />
      }
    >
      {daysLeft !== null && <span class="why">{lasting} New posts shorten this time.</span>}
    </Figure>
    <Figure name="Spent in 30 days" value={exactly(usage.last30Days)}>
      <span class="why">
        {exactly(usage.today)} today, {exactly(usage.total)} in total
      </span>
    </Figure>
  </dl>
);
