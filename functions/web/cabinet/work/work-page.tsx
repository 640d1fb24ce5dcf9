import type { AssignmentView } from '../../../../schema/placements/assignments.ts';
import { type EventView, GetAssignment, ListEvents } from '../../../../schema/placements/work.ts';
import { priceOf } from '../../ui/format.ts';
import { Time } from '../../ui/time.tsx';
import { eventTexts } from '../event-words.ts';
import { Heading } from '../frame/frame.tsx';
import { PlacementStatus, workTones } from '../frame/placement-status.tsx';
import { Refused } from '../frame/refused.tsx';
import { Totals } from '../frame/totals.tsx';
import { page, type View } from '../page.ts';
import { RightsList } from '../rights/rights-list.tsx';
import { Actions } from './actions.tsx';
import { OpenProposal } from './proposal.tsx';
import { Results } from './results.tsx';
import { Timeline } from './timeline.tsx';
import { workForms } from './work-forms.ts';
import { deadlineOf, endings, workTitle } from './work-words.ts';

export default page({
  async load(api, { params, query: { cursor } }) {
    const [work, history] = await Promise.all([
      api.read(GetAssignment, { params }),
      api.read(ListEvents, { params, query: { limit: '50', ...(cursor && { cursor }) } }),
    ]);
    return { work: work.data, history };
  },
  forms: workForms,
  render({ work, history }, view) {
    const canUpload =
      work.allowedActions.includes('statements') ||
      (work.allowedActions.includes('submit') && work.proofModes.includes('PRIVATE_FILE'));
    return {
      title: workTitle(work),
      ...(canUpload && { connectOrigins: [view.storeOrigin] }),
      content: (
        <>
          <Heading
            title={workTitle(work)}
            back={{ href: '/cabinet/work', label: 'Work' }}
            about={
              <>
                <PlacementStatus of={work.status} tone={workTones[work.status]} />{' '}
                {work.role === 'ADVERTISER' ? 'from ' : 'for '}
                <bdi>{work.counterpartName}</bdi>
              </>
            }
          />
          <Gone work={work} view={view} />
          <div class="two work">
            <div class="stack">
              <Next work={work} events={history.data} view={view} />
              <OpenProposal work={work} view={view} />
              <Results work={work} view={view} />
            </div>
            <Terms work={work} />
            <Timeline work={work} events={history.data} nextCursor={history.nextCursor} view={view} />
          </div>
        </>
      ),
    };
  },
});

/** Why a form was refused that is not allowed any more. */
const Gone = ({ work, view }: { readonly work: AssignmentView; readonly view: View }) => {
  const shown = new Set<string>(work.allowedActions.map((action) => names[action] ?? action));
  return gone
    .filter((name) => !shown.has(name))
    .map((name) => {
      const of = view.form(name);
      return (
        <Refused of={of}>
          {typed
            .map((field) => of.value(field))
            .filter((text) => text !== '')
            .map((text) => (
              <p class="prose" dir="auto">
                {text}
              </p>
            ))}
        </Refused>
      );
    });
};

/** The texts that nobody should have to write again. */
const typed = ['reason', 'description', 'text'];

const gone = ['accept', 'decline', 'submit', 'approve', 'changes', 'cancel', 'issue', 'propose', 'statement'];

const names: Readonly<Record<string, string>> = {
  'request-changes': 'changes',
  issues: 'issue',
  'change-proposals': 'propose',
  statements: 'statement',
};

interface NextProps {
  readonly work: AssignmentView;
  readonly events: readonly EventView[];
  readonly view: View;
}

const Next = ({ work, events, view }: NextProps) => {
  const deadline = deadlineOf(work);
  const ending = endings[work.status];
  const wanted =
    work.status === 'CHANGES_REQUESTED' && events.findLast(({ kind }) => kind === 'assignment.changes_requested');
  return (
    <section class="card panel actions-card" aria-labelledby="next">
      <h2 id="next">{work.allowedActions.length > 0 ? 'Next' : 'State'}</h2>
      {deadline !== null && (
        <p>
          {deadline.before} <Time at={deadline.at} />.{' '}
          {deadline.after !== '' && <span class="quiet">{deadline.after}</span>}
        </p>
      )}
      {work.cancelFrom !== null && (
        <p class="quiet small">
          From <Time at={work.cancelFrom} /> on,{' '}
          {work.role === 'CREATOR'
            ? 'the advertiser may cancel without your agreement.'
            : 'you may cancel without the agreement of the creator.'}
        </p>
      )}
      {wanted && (
        <div>
          <p>{work.role === 'CREATOR' ? 'The advertiser asks for these changes:' : 'You asked for these changes:'}</p>
          {eventTexts(wanted).map((text) => (
            <p class="prose" dir="auto">
              {text}
            </p>
          ))}
        </div>
      )}
      {ending !== undefined && <p>{ending}</p>}
      {work.status === 'RESOLVED' && <Share events={events} />}
      <Actions work={work} view={view} />
    </section>
  );
};

/** The share of a split. The history may be longer than what the page shows. */
const Share = ({ events }: Pick<NextProps, 'events'>) => {
  const share = events.findLast(({ kind }) => kind === 'assignment.resolved')?.data.creatorShareBps;
  return (
    <p>
      {typeof share === 'number' &&
        `The creator is paid ${share / 100} % of the price less the fee on it. Castline keeps its fees on that share, and refunds the rest to the advertiser. `}
      The <a href="/cabinet/wallet">wallet</a> has the exact amount.
    </p>
  );
};

const Terms = ({ work }: { readonly work: AssignmentView }) => (
  <section class="card panel work-terms" aria-labelledby="terms">
    <h2 id="terms">Terms</h2>
    <Amounts work={work} />
    <dl class="terms-list">
      <dt>Due</dt>
      <dd>
        <Time at={work.dueAt} />
      </dd>
      <dt>Brief</dt>
      <dd class="prose" dir="auto">
        {work.brief}
      </dd>
      {work.usageTerms !== null && (
        <>
          <dt>Usage terms</dt>
          <dd class="prose" dir="auto">
            {work.usageTerms}
          </dd>
        </>
      )}
      <RightsList rights={work.rights} />
      {work.role === 'ADVERTISER' && (
        <>
          <dt>Order</dt>
          <dd>
            <a href={`/cabinet/orders/${work.orderId}`}>Order {work.orderId}</a>
          </dd>
          <dt>Creator</dt>
          <dd>
            <a href={`/creators/${work.creatorPublicId}`} dir="auto">
              {work.counterpartName}
            </a>
          </dd>
        </>
      )}
    </dl>
  </section>
);

/** The amounts of the caller's side. */
const Amounts = ({ work: { amounts } }: { readonly work: AssignmentView }) => {
  const price = ['Price', priceOf(amounts.base)] as const;
  return 'total' in amounts ? (
    <Totals lines={[price, ['Castline fee', priceOf(amounts.brandFee)]]} sum={['Total', priceOf(amounts.total)]} />
  ) : (
    <Totals
      lines={[price, ['Castline fee', priceOf({ ...amounts.creatorFee, raw: `-${amounts.creatorFee.raw}` })]]}
      sum={['You get', priceOf(amounts.net)]}
    />
  );
};
