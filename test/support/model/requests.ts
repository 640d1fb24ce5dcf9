import * as fc from 'fast-check';
import type { Party } from '../../../schema/shared/enums.ts';
import { allowed, isAtWork, isEnded, openProposalOf, type Work } from './work.ts';

export type Who = Party | 'OTHER_USER';

export const partyActions = [
  'accept',
  'decline',
  'submit',
  'approve',
  'request-changes',
  'cancel',
  'issues',
  'change-proposals',
  'statements',
] as const;
export const decisions = ['accept', 'decline', 'withdraw'] as const;

/** A well-formed request for one assignment; the model decides whether it succeeds. */
export interface ModelRequest {
  /** The item of the order, modulo their number. */
  readonly item: number;
  readonly by: Who;
  readonly what: (typeof partyActions)[number] | 'deliver' | 'decide' | 'resolve';
  /** The difference between the sent and the current version. */
  readonly off: -1 | 0 | 1;
  /** For a delivery and for moved dates: the result, modulo their number. */
  readonly position: number;
  readonly decision: (typeof decisions)[number];
  /** For a decision: the newest proposal, the one before it, or an unknown one. */
  readonly proposal: 'newest' | 'earlier' | 'unknown';
  readonly dueInDays: number;
  readonly outcome: 'RELEASE' | 'REFUND' | 'SPLIT';
  readonly shareBps: number;
  readonly url: 'post' | 'another post' | 'elsewhere';
  /** The number of concurrent requests under one key. */
  readonly copies: 1 | 2;
  /** Uses the key of an earlier refused request, if there is one. */
  readonly isOldKey: boolean;
}

const mostly = <T>(usual: T, ...others: T[]) =>
  fc.oneof({ arbitrary: fc.constant(usual), weight: 8 }, { arbitrary: fc.constantFrom(usual, ...others), weight: 3 });

const rest = {
  item: fc.nat({ max: 2 }),
  off: mostly<-1 | 0 | 1>(0, -1, 1),
  position: fc.nat({ max: 4 }),
  decision: fc.constantFrom(...decisions),
  proposal: mostly<ModelRequest['proposal']>('newest', 'earlier', 'unknown'),
  dueInDays: fc.integer({ min: 15, max: 90 }),
  outcome: fc.constantFrom<ModelRequest['outcome']>('RELEASE', 'REFUND', 'SPLIT', 'SPLIT'),
  shareBps: fc.oneof(fc.integer({ min: 0, max: 10_000 }), fc.constantFrom(0, 1, 9_999, 10_000)),
  url: mostly<ModelRequest['url']>('post', 'another post', 'elsewhere'),
  copies: mostly<1 | 2>(1, 2),
  isOldKey: mostly(false, true),
};

/** Any request by any user. */
export const anyRequest: fc.Arbitrary<ModelRequest> = fc.record({
  ...rest,
  by: fc.constantFrom<Who>('ADVERTISER', 'ADVERTISER', 'CREATOR', 'CREATOR', 'OTHER_USER'),
  what: fc.oneof(
    { arbitrary: fc.constantFrom(...partyActions.filter((what) => what !== 'issues')), weight: 16 },
    { arbitrary: fc.constant<ModelRequest['what']>('issues'), weight: 1 },
    { arbitrary: fc.constantFrom<ModelRequest['what']>('deliver', 'decide', 'decide', 'resolve'), weight: 8 },
  ),
});

export interface Hint extends Omit<ModelRequest, 'by' | 'what' | 'off'> {
  readonly pick: number;
}

/** A hint that the model turns into an allowed step, so that sequences reach late states. */
export const anyHint: fc.Arbitrary<Hint> = fc.record({ ...rest, pick: fc.nat({ max: 999 }) });

/** The step for the hint in this state; null when the assignment has ended. */
export function likelyRequest(work: Work, { pick, ...hint }: Hint): ModelRequest | null {
  if (isEnded(work)) return null;
  const steps = likely(work);
  const step = steps[pick % steps.length];
  return step ? { ...hint, proposal: 'newest', url: 'post', off: 0, ...step } : null;
}

type Step = Pick<ModelRequest, 'by' | 'what'> & Partial<ModelRequest>;

/** Ending steps are chosen less often than others. */
const weight: Partial<Readonly<Record<ModelRequest['what'], number>>> = {
  accept: 12,
  deliver: 20,
  submit: 14,
  'request-changes': 8,
  'change-proposals': 4,
  decide: 3,
  approve: 3,
  resolve: 1,
};

function likely(work: Work): Step[] {
  if (work.status === 'DISPUTED')
    return [
      { by: 'ADVERTISER', what: 'resolve' },
      { by: 'ADVERTISER', what: 'statements' },
      { by: 'CREATOR', what: 'statements' },
    ];
  const missing = work.results.findIndex(({ contentId }) => contentId === null);
  const steps = (['ADVERTISER', 'CREATOR'] as const).flatMap((by) =>
    allowed(work, by).map((what): Step => ({ by, what: what as ModelRequest['what'] })),
  );
  const deliver: Step[] = isAtWork(work) && missing >= 0 ? [{ by: 'CREATOR', what: 'deliver', position: missing }] : [];
  return [...steps.filter(({ what }) => what !== 'submit' || missing < 0), ...deliver, ...decide(work)].flatMap(
    (step) => Array<Step>(weight[step.what] ?? 1).fill(step),
  );
}

function decide(work: Work): Step[] {
  const proposal = openProposalOf(work);
  if (!proposal) return [];
  const other = proposal.author === 'ADVERTISER' ? 'CREATOR' : 'ADVERTISER';
  return [
    { by: other, what: 'decide', decision: 'accept' },
    { by: other, what: 'decide', decision: 'decline' },
    { by: proposal.author, what: 'decide', decision: 'withdraw' },
  ];
}
