import {
  GetCase,
  PreviewSettlement,
  ResolveDispute,
  type StaffCaseView,
} from '../../../../schema/placements/disputes.ts';
import { priceOf } from '../../ui/format.ts';
import { integer, text } from '../../ui/forms/field-kinds.ts';
import { Heading } from '../frame/frame.tsx';
import { Status } from '../frame/status.tsx';
import { Totals } from '../frame/totals.tsx';
import { form, page } from '../page.ts';
import { CaseEvidence } from './case-evidence.tsx';
import { CaseTimeline } from './case-timeline.tsx';
import { OfOthers } from './of-others.tsx';
import { Payouts, Resolve } from './resolve.tsx';

const halfBps = '5000';

export default page({
  async load(api, { params, query }) {
    const share = query.share ?? halfBps;
    const [{ data: found }, { data: settlement }] = await Promise.all([
      api.read(GetCase, { params }),
      api.read(PreviewSettlement, { params, query: { creatorShareBps: share } }),
    ]);
    return { found, settlement };
  },
  forms: {
    resolve: form(ResolveDispute, {
      fields: { outcome: text, creatorShareBps: integer, note: text, eventsRead: integer },
      // The share is part of a split alone.
      body: ({ creatorShareBps, ...given }) => ({ ...given, ...(given.outcome === 'SPLIT' && { creatorShareBps }) }),
      notice: 'The dispute is resolved, and the money is paid.',
      done: (_, { path }) => path,
    }),
  },
  render: ({ found, settlement }, view) => ({
    title: `Assignment ${found.id}`,
    content: (
      <>
        <Heading
          title={found.title ?? 'Custom files'}
          back={{ href: '/cabinet/staff/disputes', label: 'Disputes' }}
          about={`Assignment ${found.id} of order ${found.orderId}`}
        >
          <Status of={found.status} tone={found.status === 'DISPUTED' ? 'open' : 'quiet'} />
        </Heading>
        <div class="two">
          <div>
            <Issue found={found} />
            <CaseEvidence found={found} />
            <CaseTimeline found={found} />
          </div>
          <div class="stack">
            <Amounts found={found} />
            {found.status === 'DISPUTED' && (
              <OfOthers owners={[found.advertiserId, found.creatorId]} view={view}>
                <Resolve found={found} settlement={settlement} view={view} />
              </OfOthers>
            )}
          </div>
        </div>
      </>
    ),
  }),
});

const Issue = ({ found }: { readonly found: StaffCaseView }) => {
  const { dispute } = found;
  if (dispute === null) return null;
  return (
    <section class="part card panel" aria-labelledby="issue">
      <h2 id="issue" dir="auto">
        {dispute.reason}
      </h2>
      <p class="prose" dir="auto">
        {dispute.description}
      </p>
      <p class="quiet small">The {dispute.author.toLowerCase()} raised this issue.</p>
      {dispute.outcome !== null && (
        <p>
          <strong>Decision: {dispute.outcome.toLowerCase()}</strong>
          {dispute.creatorShareBps !== null && `, ${dispute.creatorShareBps / 100} % for the creator`}.{' '}
          <span dir="auto">{dispute.note}</span>
        </p>
      )}
      {dispute.payouts !== null && <Payouts {...dispute.payouts} />}
    </section>
  );
};

const Amounts = ({ found: { amounts, advertiserId, creatorId } }: { readonly found: StaffCaseView }) => (
  <section class="card panel stack" aria-labelledby="amounts">
    <h2 id="amounts">Amounts</h2>
    <Totals
      lines={[
        ['Price', priceOf(amounts.base)],
        ['Fee of the advertiser', priceOf(amounts.brandFee)],
      ]}
      sum={['Reserved', priceOf(amounts.total)]}
    />
    <Totals lines={[['Fee of the creator', priceOf(amounts.creatorFee)]]} sum={['Net', priceOf(amounts.net)]} />
    <p class="buttons part-foot">
      <a href={`/cabinet/staff/users/${advertiserId}`}>The advertiser</a>
      <a href={`/cabinet/staff/users/${creatorId}`}>The creator</a>
    </p>
  </section>
);
