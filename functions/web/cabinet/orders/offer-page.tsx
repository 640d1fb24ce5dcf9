import { ConfirmOffer, GetCustomOffer, type OfferView, QuoteOffer } from '../../../../schema/placements/offers.ts';
import type { Money } from '../../../../schema/shared/money.ts';
import { GetWallet } from '../../../../schema/wallet/wallet.ts';
import { priceOf } from '../../ui/format.ts';
import { integer, text } from '../../ui/forms/field-kinds.ts';
import { Form } from '../../ui/forms/form.tsx';
import { Hidden } from '../../ui/forms/inputs.tsx';
import { Time } from '../../ui/time.tsx';
import { missingOf } from '../frame/balance.tsx';
import { Heading } from '../frame/frame.tsx';
import { Refused } from '../frame/refused.tsx';
import { form, page, type View } from '../page.ts';
import { RightsList } from '../rights/rights-list.tsx';
import { textOfRights } from '../rights/rights-text.ts';
import { offerBody, offerFields } from './custom-fields.ts';
import { BalanceBeside, QuoteAmounts } from './quote-amounts.tsx';

export default page({
  async load(api, { params }) {
    const [offer, wallet] = await Promise.all([api.read(GetCustomOffer, { params }), api.read(GetWallet)]);
    return { offer: offer.data, balance: wallet.data.balance };
  },
  forms: {
    confirm: form(ConfirmOffer, {
      fields: { quoteId: text, quoteVersion: integer, payloadHash: text },
      params: () => ({}),
      body: (given) => ({ ...given, confirm: true }),
      notice: 'The custom offer is confirmed and its total is reserved. The creator has been asked to accept.',
      done: ({ data }) => `/cabinet/orders/${data.order.id}`,
    }),
    quote: form(QuoteOffer, {
      fields: offerFields,
      params: () => ({}),
      body: offerBody,
      done: ({ data }) => `/cabinet/orders/custom/${data.quoteId}`,
    }),
  },
  render: ({ offer, balance }, view) => ({
    title: 'Custom offer',
    content: (
      <>
        <Heading
          title={`Custom files from ${offer.terms.creatorName ?? 'a creator'}`}
          back={{ href: '/cabinet/orders', label: 'Orders' }}
        />
        <section class="card panel part" aria-labelledby="quote">
          <Step offer={offer} balance={balance} view={view} />
        </section>
        <section class="part">
          <h2>Terms</h2>
          <Terms offer={offer} />
        </section>
      </>
    ),
  }),
});

interface Props {
  readonly offer: OfferView;
  readonly balance: Money;
  readonly view: View;
}

const Step = ({ offer, balance, view }: Props) => {
  const { quote, status, orderId, terms } = offer;
  const of = view.form('confirm');
  const amounts = (
    <QuoteAmounts
      quote={quote}
      lines={[{ title: 'Custom files', creatorName: terms.creatorName ?? '', quantity: terms.quantity }]}
    />
  );
  if (orderId !== null)
    return (
      <>
        <h2 id="quote">Confirmed</h2>
        <p>
          The custom offer is <a href={`/cabinet/orders/${orderId}`}>order {orderId}</a>.
        </p>
      </>
    );
  const isCovered = missingOf(balance, quote.totals.total) === null;
  const isOutdated = status !== 'ACTIVE' || of.refusal?.code === 'PRICE_CHANGED';
  return (
    <>
      <h2 id="quote">{isOutdated ? 'The quote has expired' : 'Confirm the quote'}</h2>
      {(isOutdated || !isCovered) && <Refused of={of} />}
      {amounts}
      <BalanceBeside balance={balance} total={quote.totals.total} />
      <div class="decisions">
        {!isOutdated && isCovered && (
          <Form of={of} submit={`Confirm and reserve ${priceOf(quote.totals.total)}`}>
            <Hidden name="quoteId" value={quote.quoteId} />
            <Hidden name="quoteVersion" value={quote.quoteVersion} />
            <Hidden name="payloadHash" value={quote.payloadHash} />
          </Form>
        )}
        <Again offer={offer} view={view} isQuiet={!isOutdated} />
      </div>
    </>
  );
};

/** The same terms, quoted again. */
const Again = ({ offer: { terms }, view, isQuiet }: Omit<Props, 'balance'> & { readonly isQuiet: boolean }) => (
  <Form of={view.form('quote')} submit="Get a new quote" isQuiet={isQuiet}>
    <Hidden name="creatorPublicId" value={terms.creatorPublicId} />
    <Hidden name="priceCents" value={decimalOfCents(terms.priceCents)} />
    <Hidden name="expectedEndAt" value={terms.expectedEndAt} />
    <Hidden name="quantity" value={terms.quantity} />
    <Hidden name="discountBps" value={terms.discountBps / 100} />
    <Hidden name="brief" value={terms.brief} />
    <Hidden name="rights" value={textOfRights(terms.rights)} />
    {terms.results.map(({ expectedAt, description }, index) => (
      <>
        <Hidden name={`results.${index}.expectedAt`} value={expectedAt} />
        <Hidden name={`results.${index}.description`} value={description} />
      </>
    ))}
  </Form>
);

const decimalOfCents = (cents: string): string => cents.padStart(3, '0').replace(/(\d\d)$/, '.$1');

const Terms = ({ offer: { terms } }: Pick<Props, 'offer'>) => (
  <dl class="card panel facts-list">
    <dt>Due</dt>
    <dd>
      <Time at={terms.expectedEndAt} />
    </dd>
    <dt>Brief</dt>
    <dd class="prose" dir="auto">
      {terms.brief}
    </dd>
    {terms.results.map(({ expectedAt, description }, index) => (
      <>
        <dt>File {index + 1}</dt>
        <dd dir="auto">
          <Time at={expectedAt} /> – {description}
        </dd>
      </>
    ))}
    <RightsList rights={terms.rights} />
  </dl>
);
