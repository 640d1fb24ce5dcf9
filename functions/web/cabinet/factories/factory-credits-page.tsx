import { GetFactoryCredits, ListFactoryCreditHistory } from '../../../../schema/factories/credits.ts';
import { exactly } from '../../ui/format.ts';
import { Pager } from '../frame/pager.tsx';
import { page } from '../page.ts';
import { CreditEntries, CreditFigures } from './credit-tables.tsx';
import { FactoryHeading } from './factory-heading.tsx';

export default page({
  async load(api, { params, query: { cursor } }) {
    const [credits, history] = await Promise.all([
      api.read(GetFactoryCredits, { params }),
      api.read(ListFactoryCreditHistory, { params, query: cursor === undefined ? {} : { cursor } }),
    ]);
    return { credits: credits.data, history };
  },
  render({ credits, history: { data, nextCursor } }, view) {
    const id = view.params.id ?? '';
    return {
      title: `Credits · ${credits.name}`,
      content: (
        <>
          <FactoryHeading factory={credits} id={id} path={view.path}>
            <a class="button secondary" href="/cabinet/factories/credits">
              Shared credits
            </a>
          </FactoryHeading>
          <CreditFigures
            {...credits}
            lasting="If only this factory scans."
            plans="The scans that this factory plans"
            nothing="The factory has no tracked post."
          />
          <p class="quiet small part">
            Your factories share the balance. This one has spent {exactly(credits.spent)} credits so far, and the
            forecast counts only its own plans.
          </p>
          <section class="part" aria-labelledby="history">
            <h2 id="history">Its scans</h2>
            <CreditEntries entries={data} isOfOne />
            <Pager nextCursor={nextCursor} view={view} />
          </section>
        </>
      ),
    };
  },
});
