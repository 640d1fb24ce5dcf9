import { GetCredits, ListCreditHistory } from '../../../../schema/factories/credits.ts';
import { creditPurchase } from '../../../../schema/factories/factory-terms.ts';
import { exactly, priceOf } from '../../ui/format.ts';
import { Heading } from '../frame/frame.tsx';
import { Pager } from '../frame/pager.tsx';
import { page } from '../page.ts';
import { CreditEntries, CreditFigures } from './credit-tables.tsx';
import { factoriesPath } from './factory-heading.tsx';

export default page({
  async load(api, { query: { cursor } }) {
    const [credits, history] = await Promise.all([
      api.read(GetCredits),
      api.read(ListCreditHistory, { query: cursor === undefined ? {} : { cursor } }),
    ]);
    return { credits: credits.data, history };
  },
  render: ({ credits, history: { data, nextCursor } }, view) => ({
    title: 'Credits',
    content: (
      <>
        <Heading
          title="Credits"
          back={{ href: factoriesPath, label: 'Factories' }}
          about="All your factories share them. A scan of a post costs one credit. Credits do not expire."
        />
        {credits.daysLeft !== null && credits.daysLeft < 3 && (
          <p class="warning">Your credits last for less than three days. A factory without credits is paused.</p>
        )}
        <CreditFigures
          {...credits}
          lasting="If all factories scan as planned."
          plans="The scans that your active factories plan"
          nothing="No active factory has a tracked post."
        />
        <section class="part card panel" aria-labelledby="buy">
          <h2 id="buy">Buy credits</h2>
          <form method="get" action="/cabinet/factories/credits/purchase" class="form">
            <div class="input">
              <label for="credits">Credits</label>
              <p class="hint" id="credits-hint">
                {exactly(creditPurchase.min)} to {exactly(creditPurchase.max)}, at {priceOf(credits.creditPrice)} each.
              </p>
              <input
                id="credits"
                name="credits"
                type="number"
                inputmode="numeric"
                min={creditPurchase.min}
                max={creditPurchase.max}
                value="10000"
                required
                aria-describedby="credits-hint"
              />
            </div>
            <div class="buttons">
              <button type="submit">Show the price</button>
            </div>
          </form>
        </section>
        <section class="part" aria-labelledby="history">
          <h2 id="history">History</h2>
          <CreditEntries entries={data} />
          <Pager nextCursor={nextCursor} view={view} />
        </section>
      </>
    ),
  }),
});
