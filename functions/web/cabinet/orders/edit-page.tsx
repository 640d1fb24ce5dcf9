import { GetCreatorPage } from '../../../../schema/catalog/catalog.ts';
import { GetOrder, type OrderView, UpdateOrder } from '../../../../schema/placements/orders.ts';
import { Form } from '../../ui/forms/form.tsx';
import { Hidden } from '../../ui/forms/inputs.tsx';
import { Heading } from '../frame/frame.tsx';
import { form, page } from '../page.ts';
import { textOfRights } from '../rights/rights-text.ts';
import { emptyItem, type StoredItem } from './item-dates.ts';
import { ItemRows } from './item-rows.tsx';
import { firstOf, onlyServiceOf } from './new-page.tsx';
import { packagesIn, packagesOf } from './offered.ts';
import { itemFields, itemsBody, packageValue } from './order-fields.ts';

export default page({
  async load(api, { params, query }) {
    const { data: order } = await api.read(GetOrder, { params });
    const publicId = query.creator ?? query.show ?? order.items[0]?.creatorPublicId ?? '';
    // A creator may have left the catalog since the draft was made.
    const creator = await api.read(GetCreatorPage, { params: { publicId } }).catch(() => null);
    return { order, publicId, creator: creator?.data ?? null };
  },
  forms: {
    update: form(UpdateOrder, {
      fields: itemFields,
      body: itemsBody,
      notice: 'The draft is saved. Get a quote to see what it costs.',
      done: ({ data }) => `/cabinet/orders/${data.id}`,
    }),
  },
  render({ order, publicId, creator }, view) {
    const back = { href: `/cabinet/orders/${order.id}`, label: `Order ${order.id}` };
    const title = `Edit order ${order.id}`;
    if (!order.allowedActions.includes('update'))
      return {
        title,
        content: (
          <>
            <Heading title={title} back={back} />
            <p>The order is confirmed, so you cannot edit it. You can propose another date on the page of its work.</p>
          </>
        ),
      };
    const ofCreator = creator === null ? [] : packagesOf(creator);
    const known = new Set(ofCreator.map(packageValue));
    const kept = packagesIn(order, publicId).filter((one) => !known.has(packageValue(one)));
    // The page of another creator leads here with its address.
    const isAdded = view.query.creator !== undefined && creator !== null;
    const added = isAdded
      ? [emptyItem(view.now, firstOf(ofCreator, view.query.service ?? onlyServiceOf(ofCreator)))]
      : [];
    const items = [...storedItems(order), ...added];
    return {
      title,
      content: (
        <>
          <Heading
            title={title}
            back={back}
            about={
              <>
                {isAdded && (
                  <>
                    We added a service of <bdi>{creator.displayName}</bdi> as the last row.{' '}
                  </>
                )}
                After you save, the order needs a new quote.{' '}
                <a href="/creators">To add a service of another creator, open the page of that creator.</a>
              </>
            }
          />
          <section class="card panel">
            <Form of={view.form('update')} submit="Save draft">
              <Hidden name="expectedVersion" value={order.version} />
              <ItemRows
                of={view.form('update')}
                items={items}
                offered={[...ofCreator, ...new Map(kept.map((one) => [packageValue(one), one])).values()]}
                now={view.now}
              />
            </Form>
          </section>
        </>
      ),
    };
  },
});

const storedItems = ({ items }: OrderView): StoredItem[] =>
  items.flatMap(({ serviceListingId, quantity, discountBps, dueAt, brief, rights, results }) =>
    serviceListingId === null
      ? []
      : [
          {
            ...{ dueAt, brief, rights: textOfRights(rights) },
            package: packageValue({ serviceListingId, quantity, discountBps }),
            expectedAt: results.map(({ expectedAt }) => expectedAt),
          },
        ],
  );
