import { GetCreatorPage } from '../../../../schema/catalog/catalog.ts';
import { CreateOrder, ListOrders, type OrderView } from '../../../../schema/placements/orders.ts';
import { Form } from '../../ui/forms/form.tsx';
import { Heading } from '../frame/frame.tsx';
import { Pager } from '../frame/pager.tsx';
import { form, page, type View } from '../page.ts';
import { emptyItem } from './item-dates.ts';
import { ItemRows } from './item-rows.tsx';
import { type OfferedPackage, packagesOf } from './offered.ts';
import { itemFields, itemsBody, packageValue } from './order-fields.ts';
import { creatorsOf } from './order-words.ts';

const { expectedVersion: _, ...fields } = itemFields;

export default page({
  async load(api, { query: { creator, cursor } }) {
    const drafts = api.read(ListOrders, { query: { status: 'DRAFT', limit: '5', ...(cursor && { cursor }) } });
    if (creator === undefined) return { creator: null, drafts: await drafts };
    const page = api.read(GetCreatorPage, { params: { publicId: creator } });
    const [found, list] = await Promise.all([page, drafts]);
    return { creator: found.data, drafts: list };
  },
  forms: {
    create: form(CreateOrder, {
      fields,
      params: () => ({}),
      body: itemsBody,
      notice: 'The draft is saved. Get a quote to see what it costs.',
      done: ({ data }) => `/cabinet/orders/${data.id}`,
    }),
  },
  render({ creator, drafts }, view) {
    const back = { href: '/cabinet/orders', label: 'Orders' };
    if (creator === null)
      return {
        title: 'New order',
        content: (
          <>
            <Heading title="New order" back={back} />
            <div class="card empty-card">
              <strong>An order begins with a creator.</strong>
              <p>Open the page of a creator, and choose a service there.</p>
              <a class="button" href="/creators">
                Find creators
              </a>
            </div>
          </>
        ),
      };
    const offered = packagesOf(creator);
    return {
      title: `Order from ${creator.displayName}`,
      content: (
        <>
          <Heading
            title={`Order from ${creator.displayName}`}
            back={back}
            about="A draft costs nothing. The quote shows all amounts, with the Castline fee, before you confirm."
          >
            <a class="button secondary" href={`/cabinet/orders/custom?creator=${creator.publicId}`}>
              Order custom files
            </a>
          </Heading>
          <Drafts drafts={drafts.data} nextCursor={drafts.nextCursor} view={view} />
          <section class="card panel">
            <Form of={view.form('create')} submit="Save draft">
              <ItemRows
                of={view.form('create')}
                items={[emptyItem(view.now, firstOf(offered, view.query.service ?? onlyServiceOf(offered)))]}
                offered={offered}
                now={view.now}
              />
            </Form>
          </section>
        </>
      ),
    };
  },
});

/** The service of a creator who has one. */
export function onlyServiceOf(offered: readonly OfferedPackage[]): string | undefined {
  const [only, ...others] = new Set(offered.map(({ serviceListingId }) => String(serviceListingId)));
  return others.length === 0 ? only : undefined;
}

/** The smallest package of a service. */
export function firstOf(offered: readonly OfferedPackage[], service: string | undefined): string {
  const first = offered.find(({ serviceListingId }) => String(serviceListingId) === service);
  return first === undefined ? '' : packageValue(first);
}

interface DraftsProps {
  readonly drafts: readonly OrderView[];
  readonly nextCursor: string | null;
  readonly view: View;
}

/** The drafts that can take the service, the newest first. */
const Drafts = ({ drafts, nextCursor, view }: DraftsProps) => {
  const { cursor, ...chosen } = view.query;
  return drafts.length === 0 && cursor === undefined ? null : (
    <details class="drafts" open={cursor !== undefined}>
      <summary>Add to a draft instead</summary>
      <p class="quiet small">Your drafts, the newest first.</p>
      <ul class="card rows">
        {drafts.map((order) => (
          <li>
            <a href={`/cabinet/orders/${order.id}/edit?${new URLSearchParams(chosen)}`}>Order {order.id}</a>
            <span class="quiet small" dir="auto">
              {creatorsOf(order)}
            </span>
          </li>
        ))}
      </ul>
      <Pager nextCursor={nextCursor} view={view} />
    </details>
  );
};
