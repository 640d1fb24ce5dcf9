import { CheckOutOrder, GetOrder, type OrderView, QuoteOrder } from '../../../../schema/placements/orders.ts';
import type { Money } from '../../../../schema/shared/money.ts';
import { GetWallet } from '../../../../schema/wallet/wallet.ts';
import { priceOf } from '../../ui/format.ts';
import { integer, text } from '../../ui/forms/field-kinds.ts';
import { Form } from '../../ui/forms/form.tsx';
import { Hidden } from '../../ui/forms/inputs.tsx';
import { Time } from '../../ui/time.tsx';
import { missingOf } from '../frame/balance.tsx';
import { Heading } from '../frame/frame.tsx';
import { PlacementStatus } from '../frame/placement-status.tsx';
import { Refused } from '../frame/refused.tsx';
import { form, page, type View } from '../page.ts';
import { OrderItems } from './order-items.tsx';
import { orderTones, titleOf } from './order-words.ts';
import { BalanceBeside, OrderTotals, QuoteAmounts } from './quote-amounts.tsx';

export default page({
  async load(api, { params }) {
    const [order, wallet] = await Promise.all([api.read(GetOrder, { params }), api.read(GetWallet)]);
    return { order: order.data, balance: wallet.data.balance };
  },
  forms: {
    quote: form(QuoteOrder, {
      fields: { expectedVersion: integer },
      done: (_, { path }) => path,
    }),
    checkout: form(CheckOutOrder, {
      fields: { quoteId: text, quoteVersion: integer, payloadHash: text },
      body: (given) => ({ ...given, confirm: true }),
      notice: 'The order is confirmed and its total is reserved. Each creator has been asked to accept.',
      done: (_, { path }) => path,
    }),
  },
  render({ order, balance }, view) {
    const { id, status, createdAt, updatedAt, allowedActions } = order;
    return {
      title: `Order ${id}`,
      content: (
        <>
          <Heading
            title={`Order ${id}`}
            back={{ href: '/cabinet/orders', label: 'Orders' }}
            about={
              <>
                <PlacementStatus of={status} tone={orderTones[status]} /> Created <Time at={createdAt} />, changed{' '}
                <Time at={updatedAt} />
              </>
            }
          >
            {allowedActions.includes('update') && (
              <a class="button secondary" href={`/cabinet/orders/${id}/edit`}>
                Edit
              </a>
            )}
            {order.items.some(({ assignmentId }) => assignmentId !== null) && (
              <a class="button secondary" href={`/cabinet/orders/${id}/analytics`}>
                Analytics
              </a>
            )}
          </Heading>
          <Step order={order} balance={balance} view={view} />
          <section class="part">
            <h2>Services</h2>
            <OrderItems order={order} />
          </section>
        </>
      ),
    };
  },
});

interface Props {
  readonly order: OrderView;
  readonly balance: Money;
  readonly view: View;
}

/** What the order costs, and the next step towards it. */
const Step = ({ order, balance, view }: Props) => {
  const { activeQuote, totals, allowedActions } = order;
  if (activeQuote !== null && allowedActions.includes('checkout'))
    return <Quoted order={order} balance={balance} view={view} />;
  if (allowedActions.includes('quote'))
    return (
      <section class="card panel part" aria-labelledby="quote">
        <h2 id="quote">Quote</h2>
        <Refused of={view.form('checkout')} />
        <p class="quote-hint">A quote fixes all amounts for a while. It reserves nothing.</p>
        <QuoteForm order={order} view={view} submit="Get a quote" />
      </section>
    );
  return totals === null ? null : (
    <section class="card panel part" aria-labelledby="totals">
      <h2 id="totals">Amounts</h2>
      <Refused of={view.form('checkout')} />
      <OrderTotals totals={totals} />
    </section>
  );
};

const Quoted = ({ order, balance, view }: Props) => {
  const { activeQuote: quote, items } = order;
  if (quote === null) return null;
  const of = view.form('checkout');
  const isOutdated = of.refusal !== null && ['PRICE_CHANGED', 'VERSION_CONFLICT'].includes(of.refusal.code);
  const isCovered = missingOf(balance, quote.totals.total) === null;
  return (
    <section class="card panel part" aria-labelledby="quote">
      <h2 id="quote">Confirm the quote</h2>
      {(isOutdated || !isCovered) && <Refused of={of} />}
      <QuoteAmounts quote={quote} lines={items.map((item) => ({ ...item, title: titleOf(item) }))} />
      <BalanceBeside balance={balance} total={quote.totals.total} />
      <div class="decisions">
        {!isOutdated && isCovered && (
          <Form of={of} submit={`Confirm and reserve ${priceOf(quote.totals.total)}`}>
            <Hidden name="quoteId" value={quote.quoteId} />
            <Hidden name="quoteVersion" value={quote.quoteVersion} />
            <Hidden name="payloadHash" value={quote.payloadHash} />
          </Form>
        )}
        <QuoteForm order={order} view={view} submit="Get a new quote" isQuiet={!isOutdated} />
      </div>
    </section>
  );
};

const QuoteForm = ({
  order,
  view,
  submit,
  isQuiet = false,
}: Omit<Props, 'balance'> & { readonly submit: string; readonly isQuiet?: boolean }) => (
  <Form of={view.form('quote')} submit={submit} isQuiet={isQuiet}>
    <Hidden name="expectedVersion" value={order.version} />
  </Form>
);
