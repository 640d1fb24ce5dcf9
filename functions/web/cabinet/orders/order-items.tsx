import type { OrderView } from '../../../../schema/placements/orders.ts';
import { discountOf, priceOf } from '../../ui/format.ts';
import { Time } from '../../ui/time.tsx';
import { PlacementStatus, workTones } from '../frame/placement-status.tsx';
import { RightsList } from '../rights/rights-list.tsx';
import { countedTitle, titleOf } from './order-words.ts';

/** What is ordered: each service with its brief, dates and rights. */
export const OrderItems = ({ order }: { readonly order: OrderView }) => (
  <ul class="stack">
    {order.items.map((item) => (
      <Item item={item} />
    ))}
  </ul>
);

const Item = ({ item }: { readonly item: OrderView['items'][number] }) => {
  const { creatorPublicId, creatorName, quantity, discountBps, base, dueAt, results } = item;
  const { assignmentId, assignmentStatus } = item;
  return (
    <li class="card panel">
      <div class="part-head">
        <h3 dir="auto">{countedTitle(quantity, titleOf(item))}</h3>
        <strong>{priceOf(base)}</strong>
      </div>
      <dl class="facts-list">
        <dt>Creator</dt>
        <dd>
          <a href={`/creators/${creatorPublicId}`} dir="auto">
            {creatorName}
          </a>
        </dd>
        {discountBps > 0 && (
          <>
            <dt>Discount</dt>
            <dd>{discountOf(discountBps)}</dd>
          </>
        )}
        <dt>Due</dt>
        <dd>
          <Time at={dueAt} />
        </dd>
        <dt>Expected</dt>
        <dd>
          <ul>
            {results.map(({ expectedAt, description }) => (
              <li dir="auto">
                <Time at={expectedAt} />
                {description !== undefined && ` – ${description}`}
              </li>
            ))}
          </ul>
        </dd>
        <dt>Brief</dt>
        <dd class="prose" dir="auto">
          {item.brief}
        </dd>
        <RightsList rights={item.rights} />
        {assignmentId !== null && (
          <>
            <dt>Work</dt>
            <dd>
              <a href={`/cabinet/work/${assignmentId}`}>Show work {assignmentId}</a>{' '}
              {assignmentStatus !== null && (
                <PlacementStatus of={assignmentStatus} tone={workTones[assignmentStatus]} />
              )}
            </dd>
          </>
        )}
      </dl>
    </li>
  );
};
