import { type Money, usdt } from '../../../../schema/shared/money.ts';
import { priceOf } from '../../ui/format.ts';

/** What a payment needs beyond the balance; null when the balance covers it. The API decides by the balance of its own time. */
export function missingOf(balance: Money, total: Money): Money | null {
  const missing = BigInt(total.raw) - BigInt(balance.raw);
  return missing > 0n ? usdt(missing) : null;
}

interface Props {
  readonly balance: Money;
  readonly missing: Money;
}

/** Instead of a button that would fail: what is missing, and where funds are added. */
export const NotCovered = ({ balance, missing }: Props) => (
  <div class="warning">
    <p>
      Your available balance is {priceOf(balance)}. <strong>You need {priceOf(missing)} more.</strong>
    </p>
    <p class="buttons">
      <a class="button" href="/cabinet/wallet#payments">
        Deposit funds
      </a>
      <span class="quiet small">Then load this page again to confirm.</span>
    </p>
  </div>
);
