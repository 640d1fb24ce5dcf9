import { type CreditWalletView, GetCredits, PurchaseCredits } from '../../../../schema/factories/credits.ts';
import type { Money } from '../../../../schema/shared/money.ts';
import { GetWallet } from '../../../../schema/wallet/wallet.ts';
import { exactly, priceOf } from '../../ui/format.ts';
import { integer, text } from '../../ui/forms/field-kinds.ts';
import { Form } from '../../ui/forms/form.tsx';
import type { FormState } from '../../ui/forms/form-state.ts';
import { Hidden } from '../../ui/forms/inputs.tsx';
import { missingOf, NotCovered } from '../frame/balance.tsx';
import { Heading } from '../frame/frame.tsx';
import { Refused } from '../frame/refused.tsx';
import { Totals } from '../frame/totals.tsx';
import { form, page } from '../page.ts';

const creditsPath = '/cabinet/factories/credits';

/**
 * Two tabs carry one Idempotency-Key until a purchase: they buy once. The credits that the user ever got grow with each purchase, and scans do
 * not change them: a scan moves credits from the balance to the usage.
 */
function keyed(of: FormState, { purchase, balance, usage }: CreditWalletView): FormState {
  const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');
  return of.isSent
    ? of
    : { ...of, key: `${hex(purchase?.credits ?? 0, 8)}-0000-8000-8000-${hex(balance + usage.total, 12)}` };
}

export default page({
  async load(api, { query: { credits = '' } }) {
    const [offer, wallet] = await Promise.all([api.read(GetCredits, { query: { credits } }), api.read(GetWallet)]);
    return { offer: offer.data, wallet: wallet.data };
  },
  forms: {
    purchase: form(PurchaseCredits, {
      fields: { credits: integer, priceRaw: text },
      body: (given) => ({ ...given, confirm: true }),
      notice:
        'You have bought the credits. A factory that was paused for lack of credits scans again if your balance now covers its next scan. The list of factories shows how many credits each one needs.',
      done: () => creditsPath,
    }),
  },
  render({ offer, wallet }, view) {
    const { purchase, balance } = offer;
    return {
      title: 'Buy credits',
      content: (
        <>
          <Heading title="Buy credits" back={{ href: creditsPath, label: 'Credits' }} />
          {purchase !== null && (
            <Purchase
              purchase={purchase}
              credits={balance}
              balance={wallet.balance}
              of={keyed(view.form('purchase'), offer)}
            />
          )}
        </>
      ),
    };
  },
});

interface Props {
  readonly purchase: NonNullable<CreditWalletView['purchase']>;
  readonly credits: number;
  readonly balance: Money;
  readonly of: FormState;
}

/** The amounts of a purchase, and the button that confirms it if the balance covers it. */
const Purchase = ({ purchase, credits, balance, of }: Props) => {
  const missing = missingOf(balance, purchase.price);
  const back = (
    <a class="button secondary" href={creditsPath}>
      Back
    </a>
  );
  const amounts = (
    <>
      <Totals
        lines={[
          ['Credits', exactly(purchase.credits)],
          ['You have now', exactly(credits)],
          ['Balance of your wallet', priceOf(balance)],
        ]}
        sum={['You pay', priceOf(purchase.price)]}
      />
      <p class="quiet small">Paid from your wallet at once. Credits are not refunded.</p>
    </>
  );
  return (
    <section class="card panel stack">
      {missing === null ? (
        <Form of={of} submit="Confirm" beside={back}>
          {/* The price of now, also after a refusal: PRICE_CHANGED offers it in place. */}
          <Hidden name="credits" value={purchase.credits} />
          <Hidden name="priceRaw" value={purchase.price.raw} />
          {amounts}
        </Form>
      ) : (
        <>
          <Refused of={of} />
          {amounts}
          <NotCovered balance={balance} missing={missing} />
          <div>{back}</div>
        </>
      )}
    </section>
  );
};
