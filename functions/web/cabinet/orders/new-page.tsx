import { GetCreatorPage } from '../../../../schema/catalog/catalog.ts';
import { CreateOrder, ListOrders, type OrderView } from '../../../../schema/placements/orders.ts';
import { Form } from '../../ui/forms/form.tsx';
import { Heading } from '../frame/frame.tsx';
import { form, page, type Visit } from '../page.ts';
import { emptyItem, ItemRows } from './item-rows.tsx';
import { type OfferedPackage, packagesOf } from './offered.ts';
import { itemFields, itemsBody, packageValue } from './order-fields.ts';
import { creatorsOf } from './order-words.ts';

const { expectedVersion: _, ...fields } = itemFields;

export default page({
  async load(api, { query: { creator } }) {
    const drafts = api.read(ListOrders, { query: { status: 'DRAFT', limit: '5' } });
    if (creator === undefined) return { creator: null, drafts: (await drafts).data };
    const page = api.read(GetCreatorPage, { params: { publicId: creator } });
    const [found, { data }] = await Promise.all([page, drafts]);
    return { creator: found.data, drafts: data };
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
            about="A draft costs nothing. The quote shows all amounts, with the fee of Castline, before you confirm."
          >
            <a class="button secondary" href={`/cabinet/orders/custom?creator=${creator.publicId}`}>
              Order custom files
            </a>
          </Heading>
          <Drafts drafts={drafts} visit={view} />
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

const Drafts = ({ drafts, visit }: { readonly drafts: readonly OrderView[]; readonly visit: Visit }) =>
  drafts.length === 0 ? null : (
    <details class="drafts">
      <summary>Add to a draft instead</summary>
      <ul class="card rows">
        {drafts.map((order) => (
          <li>
            <a href={`/cabinet/orders/${order.id}/edit?${new URLSearchParams(visit.query)}`}>Order {order.id}</a>
            <span class="quiet small" dir="auto">
              {creatorsOf(order)}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
