import type { QuoteView } from '../../../../schema/placements/orders.ts';
import type { Money } from '../../../../schema/shared/money.ts';
import { priceOf } from '../../ui/format.ts';
import { Time } from '../../ui/time.tsx';
import { missingOf, NotCovered } from '../frame/balance.tsx';
import { Totals } from '../frame/totals.tsx';
import { countedTitle } from './order-words.ts';

interface Line {
  readonly title: string;
  readonly creatorName: string;
  readonly quantity: number;
}

/** The amounts of each item of a quote, their sums, and until when they apply. */
export const QuoteAmounts = ({ quote, lines }: { readonly quote: QuoteView; readonly lines: readonly Line[] }) => (
  <>
    <div class="list-card">
      <table class="list stacked">
        <thead>
          <tr>
            <th scope="col">Service</th>
            <th scope="col" class="number">
              Price
            </th>
            <th scope="col" class="number">
              Fee
            </th>
            <th scope="col" class="number">
              Total
            </th>
          </tr>
        </thead>
        <tbody>
          {quote.items.map((item, index) => (
            <tr>
              <th scope="row">
                <span>
                  <span class="main" dir="auto">
                    {lineOf(lines[index])}
                  </span>
                  <span class="under" dir="auto">
                    {lines[index]?.creatorName}
                  </span>
                </span>
              </th>
              <td data-label="Price" class="number">
                {priceOf(item.base)}
              </td>
              <td data-label="Fee" class="number">
                {priceOf(item.brandFee)}
              </td>
              <td data-label="Total" class="number">
                {priceOf(item.total)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
    <OrderTotals totals={quote.totals} isBeside />
    <p class="quiet small">
      These amounts apply until <Time at={quote.expiresAt} />
      <span data-countdown={quote.expiresAt} />.
    </p>
  </>
);

interface TotalsProps {
  readonly totals: QuoteView['totals'];
  readonly isBeside?: boolean;
}

/** The price, the fee, and their sum. */
export const OrderTotals = ({ totals: { base, brandFee, total }, isBeside = false }: TotalsProps) => (
  <Totals
    lines={[
      ['Price', priceOf(base)],
      ['Castline fee', priceOf(brandFee)],
    ]}
    sum={['Total', priceOf(total)]}
    isBeside={isBeside}
  />
);

const lineOf = (line: Line | undefined): string => (line === undefined ? '' : countedTitle(line.quantity, line.title));

/** The balance beside the total, and what is missing. */
export const BalanceBeside = ({ balance, total }: { readonly balance: Money; readonly total: Money }) => {
  const missing = missingOf(balance, total);
  return missing === null ? (
    <p class="quiet small">
      Your available balance is {priceOf(balance)}. The total is reserved until the work is approved.
    </p>
  ) : (
    <NotCovered balance={balance} missing={missing} />
  );
};
