import type { PostEarningView } from '../../../../../schema/campaigns/posts.ts';
import { Measured } from '../../../ui/charts/measured.tsx';
import { exactly, priceOf } from '../../../ui/format.ts';
import { Time } from '../../../ui/time.tsx';
import { Table } from '../../frame/table.tsx';
import { Known } from '../dash.tsx';

const limits: Readonly<Record<NonNullable<PostEarningView['limitedBy']>, string>> = {
  MAX_PER_POST: 'limited by the maximum for one post',
  BUDGET: 'limited by the budget',
};

interface Props {
  readonly earnings: readonly PostEarningView[];
  readonly isRejected: boolean;
}

/** What a post has earned, and what was paid of it. */
export const EarningsTable = ({ earnings, isRejected }: Props) =>
  earnings.length === 0 ? (
    <div class="card empty-card">
      <strong>{isRejected ? 'A rejected post earns nothing.' : 'The post has earned nothing yet.'}</strong>
      {!isRejected && <p>It earns once it is accepted.</p>}
    </div>
  ) : (
    <Table columns={['Time', 'Entry', { number: 'Views' }, { number: 'Amount' }, { number: 'Earned so far' }]}>
      {earnings.map((earning) => (
        <Row earning={earning} />
      ))}
    </Table>
  );

const Row = ({ earning }: { readonly earning: PostEarningView }) => {
  const { at, kind, views, amount, earnedAfter, limitedBy, measuredAt } = earning;
  return (
    <tr>
      <th scope="row">
        <Time at={at} />
      </th>
      <td data-label="Entry">
        <span>
          {kind === 'PAYOUT' ? 'Paid to your wallet' : 'Earned'}
          {limitedBy !== null && <span class="under">{limits[limitedBy]}</span>}
        </span>
      </td>
      <td data-label="Views" class="number">
        {kind === 'PAYOUT' ? (
          <span class="quiet">not by views</span>
        ) : (
          <span>
            <Known value={views} show={exactly} why="a reward, or not kept" />
            <Measured at={measuredAt} isInCell />
          </span>
        )}
      </td>
      <td data-label="Amount" class="number">
        {priceOf(amount)}
      </td>
      <td data-label="Earned so far" class="number">
        {priceOf(earnedAfter)}
      </td>
    </tr>
  );
};
