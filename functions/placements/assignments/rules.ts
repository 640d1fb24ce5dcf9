import type { AssignmentRecord } from '../../../db/placements/assignments.ts';
import type { ProposalRecord } from '../../../db/placements/change-proposals.ts';
import type { assignmentActions } from '../../../schema/placements/assignment-terms.ts';
import { maxStatements } from '../../../schema/placements/work-terms.ts';
import type {
  AssignmentEventKind,
  AssignmentStatus,
  EventActor,
  Party,
  proposalActions as proposalActionNames,
} from '../../../schema/shared/enums.ts';
import { invalid, invalidState, limitReached, notFound, Refusal } from '../../../schema/shared/errors.ts';

export type AssignmentAction = (typeof assignmentActions)[number];

/** The effect of an end on the hold of an assignment. */
export type Ending = 'PAYOUT' | 'REFUND' | 'SPLIT';

/** A transition: who may make it, its target status, its effect on the money, and its event. */
export interface Move {
  readonly by: EventActor;
  readonly to: AssignmentStatus;
  readonly ending?: Ending;
  readonly event: AssignmentEventKind;
}

export type Step = AssignmentAction | 'expire' | 'decide' | 'agree' | 'release' | 'refund' | 'split';
type Moves = Partial<Readonly<Record<Step, readonly Move[]>>>;

const submit: Move = { by: 'CREATOR', to: 'SUBMITTED', event: 'assignment.submitted' };
const leave: Move = { by: 'CREATOR', to: 'CANCELLED', ending: 'REFUND', event: 'assignment.cancelled' };
const dispute: readonly Move[] = [
  { by: 'ADVERTISER', to: 'DISPUTED', event: 'assignment.disputed' },
  { by: 'CREATOR', to: 'DISPUTED', event: 'assignment.disputed' },
];
/** The advertiser alone may cancel work that is very late. Before that it can only propose to cancel. */
const giveUp: Move = { by: 'ADVERTISER', to: 'CANCELLED', ending: 'REFUND', event: 'assignment.cancelled' };
/** Only the advertiser proposes to cancel, so only the creator accepts. */
const agree: Move = { by: 'CREATOR', to: 'CANCELLED', ending: 'REFUND', event: 'assignment.cancelled' };
const atWork = (status: 'ACCEPTED' | 'CHANGES_REQUESTED'): Moves => ({
  submit: [submit],
  cancel: [leave, giveUp],
  agree: [agree],
  issues: dispute,
  'change-proposals': [
    { by: 'ADVERTISER', to: status, event: 'change_proposal.opened' },
    { by: 'CREATOR', to: status, event: 'change_proposal.opened' },
  ],
  decide: [
    { by: 'ADVERTISER', to: status, event: 'change_proposal.accepted' },
    { by: 'CREATOR', to: status, event: 'change_proposal.accepted' },
  ],
});

/** All transitions: one that is not listed does not exist. The rules, allowedActions and the diagrams are made from this table. */
export const life: Readonly<Record<AssignmentStatus, Moves>> = {
  PENDING: {
    accept: [{ by: 'CREATOR', to: 'ACCEPTED', event: 'assignment.accepted' }],
    decline: [{ by: 'CREATOR', to: 'DECLINED', ending: 'REFUND', event: 'assignment.declined' }],
    cancel: [{ by: 'ADVERTISER', to: 'CANCELLED', ending: 'REFUND', event: 'assignment.cancelled' }],
    expire: [{ by: 'SYSTEM', to: 'EXPIRED', ending: 'REFUND', event: 'assignment.expired' }],
  },
  ACCEPTED: atWork('ACCEPTED'),
  SUBMITTED: {
    approve: [
      { by: 'ADVERTISER', to: 'APPROVED', ending: 'PAYOUT', event: 'assignment.approved' },
      { by: 'SYSTEM', to: 'APPROVED', ending: 'PAYOUT', event: 'assignment.approved' },
    ],
    'request-changes': [{ by: 'ADVERTISER', to: 'CHANGES_REQUESTED', event: 'assignment.changes_requested' }],
    issues: dispute,
  },
  CHANGES_REQUESTED: atWork('CHANGES_REQUESTED'),
  DISPUTED: {
    statements: [
      { by: 'ADVERTISER', to: 'DISPUTED', event: 'assignment.statement_added' },
      { by: 'CREATOR', to: 'DISPUTED', event: 'assignment.statement_added' },
    ],
    release: [{ by: 'STAFF', to: 'APPROVED', ending: 'PAYOUT', event: 'assignment.approved' }],
    refund: [{ by: 'STAFF', to: 'CANCELLED', ending: 'REFUND', event: 'assignment.cancelled' }],
    split: [{ by: 'STAFF', to: 'RESOLVED', ending: 'SPLIT', event: 'assignment.resolved' }],
  },
  APPROVED: {},
  DECLINED: {},
  EXPIRED: {},
  CANCELLED: {},
  RESOLVED: {},
};

type AssignmentState = Pick<
  AssignmentRecord,
  'status' | 'acceptBy' | 'approveBy' | 'dueAt' | 'changesRequestedAt' | 'openProposal' | 'isStopped' | 'resumedAt'
> &
  Partial<Pick<AssignmentRecord, 'statements'>>;

/** The time of a decision and the windows that apply to it, in hours. */
export interface Clock {
  readonly now: Date;
  /** Hours after the deadline at which the advertiser may cancel alone. */
  readonly lateCancelHours: number;
  /** Hours that the advertiser has to answer a submission. */
  readonly approveWindowHours: number;
}

/** The actions that a party may take now, in the order of the life table. */
export function allowedActions(assignment: AssignmentState, party: Party, clock: Clock): AssignmentAction[] {
  const steps = Object.entries(life[assignment.status]) as [Step, readonly Move[]][];
  return steps.flatMap(([step, moves]) =>
    isAction(step) && moves.some(({ by }) => by === party) && isOpen(step, assignment, party, clock) ? [step] : [],
  );
}

export const partyOf = ({ advertiserId }: Pick<AssignmentRecord, 'advertiserId'>, userId: number): Party =>
  userId === advertiserId ? 'ADVERTISER' : 'CREATOR';

/** Refuses an action that this party never has. */
export function refuseOtherParty(step: Step, party: Party): void {
  if (!isEverOf(step, party)) throw new Refusal('ROLE_NOT_ALLOWED', 'Only the other party can do this.');
}

/** The transition that this action makes now. Throws INVALID_STATE if there is none, with LIMIT_REACHED after the last statement of a party. */
export function moveFor(step: Step, assignment: AssignmentState, by: EventActor, clock: Clock): Move {
  const isParty = by === 'ADVERTISER' || by === 'CREATOR';
  if (isParty && !isEverOf(step, by)) throw new Refusal('ROLE_NOT_ALLOWED', 'Only the other party can do this.');
  const move = life[assignment.status][step]?.find((candidate) => candidate.by === by);
  if (move && (!isParty || isOpen(step, assignment, by, clock))) return move;
  if (move && step === 'statements') throw tooManyStatements();
  throw invalidState(assignment.status, isParty ? allowedActions(assignment, by, clock) : []);
}

/** The refusal of one more statement. */
export const tooManyStatements = (): Refusal =>
  limitReached(`Each party can add at most ${maxStatements} statements to a dispute.`);

const internal: ReadonlySet<Step> = new Set(['expire', 'decide', 'agree', 'release', 'refund', 'split']);
const isAction = (step: Step): step is AssignmentAction => !internal.has(step);

const isEverOf = (step: Step, by: Party): boolean =>
  Object.values(life).some((moves) => moves[step]?.some((move) => move.by === by));

/**
 * Deadlines apply before their job has run: after acceptBy nobody can accept, after approveBy only approval is possible. They do not apply
 * while a party is suspended.
 */
function isOpen(step: Step, assignment: AssignmentState, by: Party, clock: Clock): boolean {
  const { status, acceptBy, approveBy, openProposal, isStopped } = assignment;
  const isWithin = (end: string) => isStopped || clock.now < new Date(end);
  if (status === 'PENDING' && step === 'accept') return isWithin(acceptBy);
  if (status === 'SUBMITTED' && step !== 'approve') return approveBy === null || isWithin(approveBy);
  if (step === 'change-proposals') return openProposal === null;
  if (step === 'statements') return hasStatementsLeft(assignment, by);
  if (step === 'cancel' && by === 'ADVERTISER' && status !== 'PENDING')
    return openProposal === null || isLate(assignment, clock);
  return true;
}

/** A party adds no more statements than its limit. Before the dispute, and for jobs, which add none, they are not counted. */
const hasStatementsLeft = ({ statements = null }: AssignmentState, by: Party): boolean =>
  statements === null || statements[by] < maxStatements;

type Due = Pick<AssignmentState, 'dueAt' | 'changesRequestedAt'> &
  Partial<Pick<AssignmentState, 'isStopped' | 'resumedAt'>>;

/** Whether unsubmitted work is so late that the advertiser may cancel alone. */
export const isLate = (due: Due, { now, lateCancelHours }: Clock): boolean =>
  due.isStopped !== true && now >= lateFrom(due, lateCancelHours);

/**
 * The time from which the advertiser may cancel alone: a fixed time after the deadline, after a request for changes, or after a suspension,
 * whichever is latest. So the advertiser cannot request changes of old work and cancel at once, and the creator gets back the time in which
 * it could not submit.
 */
export const lateFrom = ({ dueAt, changesRequestedAt, resumedAt = null }: Due, lateCancelHours: number): Date => {
  const since = [dueAt, changesRequestedAt ?? dueAt, resumedAt ?? dueAt].sort().at(-1) ?? dueAt;
  return hoursAfter(new Date(since), lateCancelHours);
};

/** When the advertiser may cancel accepted work alone. Null for other work, and while a party is suspended. */
export const cancelFrom = (assignment: AssignmentState, { lateCancelHours }: Clock): Date | null =>
  assignment.isStopped || (assignment.status !== 'ACCEPTED' && assignment.status !== 'CHANGES_REQUESTED')
    ? null
    : lateFrom(assignment, lateCancelHours);

export const hoursAfter = (at: Date, hours: number): Date => new Date(at.getTime() + hours * 3_600_000);

export type ProposalAction = (typeof proposalActionNames)[number];

/** The other party may accept or decline a proposal, and its author may withdraw it. Dates in the past cannot be accepted. */
export function proposalActions(
  { author, dueAt, results }: Pick<ProposalRecord, 'author' | 'dueAt' | 'results'>,
  party: Party,
  now: Date,
): ProposalAction[] {
  if (author === party) return ['withdraw'];
  const dates = [...(dueAt === null ? [] : [dueAt]), ...results.map(({ expectedAt }) => expectedAt)];
  return dates.some((date) => new Date(date) <= now) ? ['decline'] : ['accept', 'decline'];
}

export function refuseOtherDecider(author: Party, party: Party, action: ProposalAction): void {
  if ((action === 'withdraw') !== (author === party))
    throw new Refusal(
      'ROLE_NOT_ALLOWED',
      'Only the author can withdraw a proposal, and only the other party can accept or decline it.',
    );
}

/** The open proposal with this id, if this action is allowed on it. Throws INVALID_STATE otherwise. */
export function stillOpen(
  { proposalId, action }: { readonly proposalId: number; readonly action: ProposalAction },
  assignment: AssignmentState,
  party: Party,
  clock: Clock,
): ProposalRecord {
  const { openProposal, status } = assignment;
  if (openProposal?.id !== proposalId || !proposalActions(openProposal, party, clock.now).includes(action))
    throw invalidState(status, allowedActions(assignment, party, clock));
  return openProposal;
}

export interface NewDates {
  readonly dueAt: Date;
  readonly results: readonly { readonly deliverableId: number; readonly expectedAt: Date }[];
}

type Results = Pick<AssignmentRecord, 'deliverables'>;

/** Refuses an id that is not a result of this assignment. */
export function refuseUnknown({ deliverables }: Results, named: readonly number[]): void {
  if (named.some((id) => !deliverables.some((deliverable) => deliverable.id === id))) throw notFound();
}

/** Refuses dates that are in the past or after the deadline, and a result that is named twice. */
export function refuseDates({ deliverables }: Results, { dueAt, results }: NewDates, now: Date): void {
  if (new Set(results.map(({ deliverableId }) => deliverableId)).size < results.length)
    throw invalid('results', 'must not contain a deliverable twice');
  if (dueAt <= now) throw invalid('dueAt', 'must be in the future');
  for (const [index, { expectedAt }] of results.entries())
    if (expectedAt <= now) throw invalid(`results.${index}.expectedAt`, 'must be in the future');
  const moved = new Map(results.map(({ deliverableId, expectedAt }) => [deliverableId, expectedAt]));
  for (const { id, expectedAt } of deliverables)
    if ((moved.get(id) ?? new Date(expectedAt)) > dueAt)
      throw invalid('dueAt', 'must not be before the expectedAt of a result');
}
