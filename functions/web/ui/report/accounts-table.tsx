import type { ReportAccount } from '../../../../schema/factories/report-rows.ts';
import { platformNames } from '../../../../schema/shared/platform-names.ts';
import { Unknown } from '../charts/unknown.tsx';
import { Day } from '../day.tsx';
import { exactly } from '../format.ts';
import { Cells, columnsOf, countersIn } from './cells.tsx';
import { type Column, Head, Scroll } from './lists.tsx';
import { addressOf, type Values, withoutCursors } from './report-form.ts';
import { reasonWords } from './words.ts';

interface TableProps {
  readonly accounts: readonly ReportAccount[];
  readonly sort: string;
  readonly values: Values;
}

/** The accounts of a report. A column that the report hides is absent. */
export const AccountsTable = ({ accounts, sort, values }: TableProps) => {
  const shown = countersIn(accounts);
  const hasPosts = accounts[0]?.posts !== undefined;
  const hasTimes = accounts[0]?.lastScannedAt !== undefined;
  const columns: Column[] = [
    { title: 'Account' },
    ...(hasPosts ? [{ title: 'Posts', sort: 'posts', isNumber: true }] : []),
    ...columnsOf(shown),
    ...(hasTimes ? [{ title: 'Last scan', sort: 'lastScanned' }] : []),
  ];
  return (
    <Scroll label="Table of accounts">
      <table class="measured stacked sortable">
        <caption class="unseen">Accounts with their last known values</caption>
        <Head list="account" columns={columns} sort={sort} values={values} />
        <tbody>
          {accounts.map((account) => (
            <tr>
              <Name account={account} values={values} />
              {account.posts !== undefined && (
                <td data-label="Posts" class="number">
                  {exactly(account.posts)}
                </td>
              )}
              <Cells metrics={account.metrics} shown={shown} why={() => undefined} isSum={true} />
              {account.lastScannedAt !== undefined && (
                <td data-label="Last scan">
                  {account.lastScannedAt === null ? (
                    <Unknown why="not scanned yet" />
                  ) : (
                    <Day at={account.lastScannedAt} />
                  )}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
};

const Name = ({ account, values }: { readonly account: ReportAccount; readonly values: Values }) => {
  const { id, handle, title, platform, status, tags, reasons = [] } = account;
  return (
    <th scope="row">
      <a
        class="row-name"
        dir="auto"
        rel="nofollow"
        href={addressOf(values, { factoryAccountId: String(id), ...withoutCursors })}
      >
        {title ?? handle}
      </a>
      <span class="why" dir="auto">
        {platformNames[platform]}
        {title !== null && ` · ${handle}`}
      </span>
      {status === 'PENDING' && <span class="why">The platform has not answered yet.</span>}
      {status === 'UNAVAILABLE' && reasons.length === 0 && <span class="why">Not available at the platform.</span>}
      {reasons.length > 0 && (
        <span class="why">Values are not known: {reasons.map((reason) => reasonWords[reason]).join(', and ')}.</span>
      )}
      {tags.length > 0 && (
        <span class="tags">
          {tags.map((tag) => (
            <a class="tag" rel="nofollow" href={addressOf(values, { tag: String(tag.id), ...withoutCursors })}>
              {tag.name}
            </a>
          ))}
        </span>
      )}
    </th>
  );
};
