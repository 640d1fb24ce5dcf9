import { ListOrders, type OrderView } from '../../../../schema/placements/orders.ts';
import { orderStatuses } from '../../../../schema/shared/enums.ts';
import { Day } from '../../ui/day.tsx';
import { priceOf } from '../../ui/format.ts';
import { Due, dueColumn } from '../frame/due.tsx';
import { FilterBar } from '../frame/filter-bar.tsx';
import { Heading } from '../frame/frame.tsx';
import { Pager } from '../frame/pager.tsx';
import { PlacementStatus, placementFilter } from '../frame/placement-status.tsx';
import { Table } from '../frame/table.tsx';
import { page } from '../page.ts';
import { creatorsOf, orderTones, titleOf, worksOf } from './order-words.ts';

export default page({
  load: (api, { query: { status, cursor } }) =>
    api.read(ListOrders, { query: { ...(status && { status }), ...(cursor && { cursor }) } }),
  render: ({ data, nextCursor }, view) => ({
    title: 'Orders',
    content: (
      <>
        <Heading title="Orders" about="What you order from creators. Money is reserved when you confirm a quote.">
          <a class="button secondary" href="/cabinet/orders/analytics">
            Analytics
          </a>
          <a class="button" href="/creators">
            Find creators
          </a>
        </Heading>
        <FilterBar view={view} isEmpty={data.length === 0} filters={[placementFilter(orderStatuses)]} />
        {data.length === 0 ? <Empty isFiltered={(view.query.status ?? '') !== ''} /> : <Orders orders={data} />}
        <Pager nextCursor={nextCursor} view={view} />
      </>
    ),
  }),
});

const Empty = ({ isFiltered }: { readonly isFiltered: boolean }) =>
  isFiltered ? (
    <div class="card empty-card">
      <strong>No order has this status.</strong>
      <a href="/cabinet/orders">Show all orders</a>
    </div>
  ) : (
    <div class="card empty-card">
      <strong>You have no orders.</strong>
      <p>Choose a creator, then a service and a date. Nothing is paid before you confirm a quote.</p>
      <a class="button" href="/creators">
        Find creators
      </a>
    </div>
  );

const Orders = ({ orders }: { readonly orders: readonly OrderView[] }) => (
  <Table columns={['Order', 'Status', dueColumn, { number: 'Total' }, 'Created']}>
    {orders.map((order) => (
      <Row order={order} />
    ))}
  </Table>
);

const Row = ({ order }: { readonly order: OrderView }) => {
  const { id, items, status, totals, createdAt } = order;
  const [first] = items;
  const works = worksOf(order);
  return (
    <tr>
      <th scope="row">
        <span>
          <a class="main" href={`/cabinet/orders/${id}`}>
            Order {id}
          </a>
          <span class="under" dir="auto">
            {first && titleOf(first)}
            {items.length > 1 && ` and ${items.length - 1} more`}
          </span>
          <span class="under" dir="auto">
            {creatorsOf(order)}
          </span>
        </span>
      </th>
      <td data-label="Status">
        <span>
          <PlacementStatus of={status} tone={orderTones[status]} />
          {works !== '' && <span class="under">{works}</span>}
        </span>
      </td>
      <td data-label={dueColumn}>
        <Due dates={items.map(({ dueAt }) => dueAt)} />
      </td>
      <td data-label="Total" class="number">
        {totals === null ? <span class="quiet">– no quote yet</span> : priceOf(totals.total)}
      </td>
      <td data-label="Created">
        <Day at={createdAt} />
      </td>
    </tr>
  );
};
