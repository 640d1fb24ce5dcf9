import {
  GetWallet,
  ListTransactions,
  type OwnWalletView,
  type TransactionView,
} from '../../../../schema/wallet/wallet.ts';
import { priceOf } from '../../ui/format.ts';
import { OperatorContact } from '../../ui/operator-contact.tsx';
import { Time } from '../../ui/time.tsx';
import { payTime } from '../creator/posts/post-words.ts';
import { currencyNote } from '../frame/currencies.ts';
import { Heading } from '../frame/frame.tsx';
import { Pager } from '../frame/pager.tsx';
import { Table } from '../frame/table.tsx';
import { page } from '../page.ts';
import { Reference, typeWords } from './references.tsx';

export default page({
  async load(api, { query: { cursor } }) {
    const [wallet, transactions] = await Promise.all([
      api.read(GetWallet),
      api.read(ListTransactions, { query: cursor ? { cursor } : {} }),
    ]);
    return { wallet: wallet.data, transactions };
  },
  render: ({ wallet, transactions }, view) => ({
    title: 'Wallet',
    content: (
      <>
        <Heading title="Wallet" about={currencyNote} />
        <dl class="figures">
          <div class="card figure-card">
            <dt>Available</dt>
            <dd>{priceOf(wallet.balance)}</dd>
            <dd class="quiet">
              {wallet.updatedAt === null ? (
                'No payment yet.'
              ) : (
                <>
                  since <Time at={wallet.updatedAt} />
                </>
              )}
            </dd>
          </div>
          <div class="card figure-card">
            <dt>Reserved</dt>
            <dd>{priceOf(wallet.reserved)}</dd>
            <dd class="quiet">for work and campaigns</dd>
          </div>
          {(view.user.roles.includes('CREATOR') || isOwed(wallet.pending)) && <Pending pending={wallet.pending} />}
        </dl>
        <section class="part card panel" aria-labelledby="payments">
          <h2 id="payments">Deposit or withdraw funds</h2>
          <Payments wallet={wallet} userId={view.user.userId} />
        </section>
        <section class="part" aria-labelledby="transactions">
          <div class="part-head">
            <h2 id="transactions">Transactions</h2>
          </div>
          {transactions.data.length === 0 ? (
            <div class="card empty-card">
              <strong>There are no transactions yet.</strong>
            </div>
          ) : (
            <Transactions transactions={transactions.data} />
          )}
          <Pager nextCursor={transactions.nextCursor} view={view} />
        </section>
        {wallet.firstTransactionAt !== null && (
          <Statements months={monthsBetween(new Date(wallet.firstTransactionAt), view.now)} />
        )}
      </>
    ),
  }),
});

/** A creator who has given up the role may still be paid. */
const isOwed = ({ work, posts }: OwnWalletView['pending']): boolean => work.raw !== '0' || posts.raw !== '0';

/** The two amounts have different currencies, so they have no sum. */
const Pending = ({ pending: { work, posts } }: Pick<OwnWalletView, 'pending'>) => (
  <>
    <div class="card figure-card">
      <dt>To be paid for work</dt>
      <dd>{priceOf(work)}</dd>
      <dd class="quiet">
        when <a href="/cabinet/work">your work</a> is approved, or as a dispute is decided
      </dd>
    </div>
    <div class="card figure-card">
      <dt>To be paid for posts</dt>
      <dd>{priceOf(posts)}</dd>
      <dd class="quiet">
        for <a href="/cabinet/posts">your posts</a>, paid {payTime}
      </dd>
    </div>
  </>
);

interface PaymentsProps {
  readonly wallet: OwnWalletView;
  readonly userId: number;
}

/** The words of the operator, and whom to write to. The id of the user lets staff match a transfer. */
const Payments = ({ wallet: { paymentInstructions, operatorContact }, userId }: PaymentsProps) => (
  <div class="stack">
    {paymentInstructions !== null && (
      <p class="prose" dir="auto">
        {paymentInstructions}
      </p>
    )}
    <p>
      <OperatorContact contact={operatorContact} subject={`Payment of user ${userId}`} /> State your user id,{' '}
      <strong>{userId}</strong>, with each transfer and each request for a withdrawal. Our staff adds each transfer to
      your balance, and deducts each withdrawal.
    </p>
  </div>
);

const Statements = ({ months }: { readonly months: readonly string[] }) => (
  <section class="part" aria-labelledby="statement">
    <h2 id="statement">Statement of a month</h2>
    <form method="get" action="/cabinet/wallet/statement" class="filter-bar">
      <div class="input">
        <label for="month">Month (UTC)</label>
        <select id="month" name="month">
          {months.map((month) => (
            <option value={month}>{nameOfMonth.format(new Date(`${month}-01`))}</option>
          ))}
        </select>
      </div>
      <button type="submit" class="secondary">
        Download CSV
      </button>
    </form>
  </section>
);

const nameOfMonth = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const monthOf = (at: Date): number => at.getUTCFullYear() * 12 + at.getUTCMonth();

/** The months of UTC from the first to the last, the last one first. */
const monthsBetween = (first: Date, last: Date): string[] =>
  Array.from({ length: monthOf(last) - monthOf(first) + 1 }, (_, index) =>
    new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth() - index)).toISOString().slice(0, 7),
  );

const Transactions = ({ transactions }: { readonly transactions: readonly TransactionView[] }) => (
  <Table columns={['Transaction', 'For', { number: 'Amount' }, { number: 'Balance after' }]}>
    {transactions.map(({ type, amount, balanceAfter, createdAt, ...of }) => (
      <tr>
        <th scope="row">
          <span>
            <span class="main">{typeWords[type]}</span>
            <span class="under">
              <Time at={createdAt} />
            </span>
          </span>
        </th>
        <td data-label="For">
          <Reference {...of} />
        </td>
        <td data-label="Amount" class={amount.raw.startsWith('-') ? 'number' : 'number gain'}>
          {amount.raw.startsWith('-') ? '' : '+'}
          {priceOf(amount)}
        </td>
        <td data-label="Balance after" class="number">
          {priceOf(balanceAfter)}
        </td>
      </tr>
    ))}
  </Table>
);
