import { GetUser, type UserForStaffView } from '../../../../schema/desk/users.ts';
import { centsToUsdt, usdt } from '../../../../schema/shared/money.ts';
import { DepositFunds, WithdrawFunds } from '../../../../schema/wallet/wallet.ts';
import { priceOf } from '../../ui/format.ts';
import { cents, text } from '../../ui/forms/field-kinds.ts';
import { Form } from '../../ui/forms/form.tsx';
import { Hidden } from '../../ui/forms/inputs.tsx';
import { Heading } from '../frame/frame.tsx';
import { Totals } from '../frame/totals.tsx';
import { form, page, type View, type Visit } from '../page.ts';

const payment = {
  fields: { amountCents: text, reference: text },
  params: ({ params: { id = '' } }: Visit) => ({ userId: id }),
  done: (_: unknown, { params: { id = '' } }: Visit) => `/cabinet/staff/users/${id}`,
};

/** A payment as the address of the page has it; the amount in cents is null until it is typed as a decimal number above zero. */
function typedIn({ type, amount = '', reference = '' }: Visit['query']) {
  const typed = cents([amount]);
  return {
    type: type === 'WITHDRAWAL' ? ('WITHDRAWAL' as const) : ('DEPOSIT' as const),
    amount,
    amountCents: typeof typed === 'string' && /^0*[1-9]\d{0,10}$/.test(typed) ? String(BigInt(typed)) : null,
    reference: reference.trim(),
  };
}
type Typed = ReturnType<typeof typedIn>;

const names = { DEPOSIT: 'Book a deposit', WITHDRAWAL: 'Book a withdrawal' } as const;
const maxReference = 200;

/** First the amount is typed. Then the page shows it with the balance after it, before the button that books it. */
export default page({
  async load(api, { params, query }) {
    const { type, amountCents } = typedIn(query);
    const name = type === 'DEPOSIT' ? 'depositCents' : 'withdrawalCents';
    return (await api.read(GetUser, { params, query: amountCents === null ? {} : { [name]: amountCents } })).data;
  },
  forms: {
    deposit: form(DepositFunds, { ...payment, notice: 'The deposit is booked.' }),
    withdraw: form(WithdrawFunds, { ...payment, notice: 'The withdrawal is booked.' }),
  },
  render(user, view) {
    const typed = typedIn(view.query);
    return {
      title: names[typed.type],
      content: (
        <>
          <Heading
            title={names[typed.type]}
            back={{ href: `/cabinet/staff/users/${user.id}`, label: user.displayName || `User ${user.id}` }}
            about={`User ${user.id}, ${user.email}`}
          />
          <div class="narrow-panel card panel">
            {user.balanceAfter === null || typed.amountCents === null || typed.reference === '' ? (
              <Amount typed={typed} view={view} user={user} />
            ) : (
              <Check typed={typed} amountCents={typed.amountCents} after={user.balanceAfter} user={user} view={view} />
            )}
          </div>
        </>
      ),
    };
  },
});

const Amount = ({
  typed,
  view,
  user,
}: {
  readonly typed: Typed;
  readonly view: View;
  readonly user: UserForStaffView;
}) => {
  const isWrong = typed.amount !== '' && typed.amountCents === null;
  return (
    <form method="get" action={view.path} class="form">
      <Hidden name="type" value={typed.type} />
      <p class="quiet">Available now: {priceOf(user.wallet.balance)}</p>
      <div class="input">
        <label for="amount">Amount</label>
        <span class="with-unit">
          <input
            id="amount"
            type="text"
            name="amount"
            value={typed.amount}
            required
            inputmode="decimal"
            autocomplete="off"
            maxlength={14}
            {...(isWrong && { 'aria-invalid': 'true' as const, 'aria-describedby': 'amount-error' })}
          />
          <span class="unit">{user.wallet.balance.currency}</span>
        </span>
        {isWrong && (
          <p class="error" id="amount-error">
            Type a number above zero with at most two decimals, such as 12.50.
          </p>
        )}
      </div>
      <div class="input">
        <label for="reference">Reference</label>
        <p class="hint" id="reference-hint">
          The reference of the external payment. Each one can be booked once.
        </p>
        <input
          id="reference"
          type="text"
          name="reference"
          value={typed.reference}
          required
          autocomplete="off"
          maxlength={maxReference}
          aria-describedby="reference-hint"
        />
      </div>
      <div class="buttons">
        <button type="submit">Continue</button>
      </div>
    </form>
  );
};

interface CheckProps {
  readonly typed: Typed;
  readonly amountCents: string;
  readonly after: NonNullable<UserForStaffView['balanceAfter']>;
  readonly user: UserForStaffView;
  readonly view: View;
}

const Check = ({ typed, amountCents, after, user, view }: CheckProps) => {
  const isDeposit = typed.type === 'DEPOSIT';
  const of = view.form(isDeposit ? 'deposit' : 'withdraw');
  const moved = priceOf(usdt(centsToUsdt(BigInt(amountCents))));
  const isCovered = !after.raw.startsWith('-');
  const again = new URLSearchParams({ type: typed.type, amount: typed.amount });
  return (
    <>
      <Totals
        lines={[
          ['Available now', priceOf(user.wallet.balance)],
          isDeposit ? ['Deposit', `+${moved}`] : ['Withdrawal', `−${moved}`],
        ]}
        sum={['Available after it', priceOf(after)]}
      />
      <p class="payment-reference">
        Reference: <strong dir="auto">{typed.reference}</strong>
      </p>
      {isCovered ? (
        <Form of={of} submit="Confirm" beside={<a href={`${view.path}?${again}`}>Change</a>}>
          <Hidden name="amountCents" value={amountCents} />
          <Hidden name="reference" value={typed.reference} />
        </Form>
      ) : (
        <p class="warning">
          The balance lacks {priceOf(usdt(-BigInt(after.raw)))} for this withdrawal.{' '}
          <a href={`${view.path}?${again}`}>Change the amount</a>
        </p>
      )}
    </>
  );
};
