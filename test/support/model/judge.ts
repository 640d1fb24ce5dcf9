import type { Party } from '../../../schema/shared/enums.ts';
import { type Dates, type Effect, end, proposed, transition } from './effects.ts';
import type { ModelRequest } from './requests.ts';
import { allowed, cancelsAlone, feeOn, fees, isAtWork, openProposalOf, type Proposal, type Work } from './work.ts';

export interface Refused {
  readonly status: 400 | 403 | 404 | 409;
  readonly code: string;
}

const refused = (status: Refused['status'], code: string): Refused => ({ status, code });
const stale = refused(409, 'VERSION_CONFLICT');
const invalidState = refused(409, 'INVALID_STATE');
const notYours = refused(403, 'ROLE_NOT_ALLOWED');
const unknown = refused(404, 'RESOURCE_NOT_FOUND');
const invalid = refused(400, 'VALIDATION_FAILED');

export const isRefused = (verdict: Refused | Effect): verdict is Refused => 'code' in verdict;

const onlyOf: Partial<Record<ModelRequest['what'], Party>> = {
  accept: 'CREATOR',
  decline: 'CREATOR',
  submit: 'CREATOR',
  deliver: 'CREATOR',
  approve: 'ADVERTISER',
  'request-changes': 'ADVERTISER',
};

/** The expected result of a request: a refusal, or an effect on the model. */
export function judge(work: Work, request: ModelRequest, dates: Dates): Refused | Effect {
  if (request.what === 'resolve') return work.status === 'DISPUTED' ? resolved(request) : invalidState;
  if (request.by === 'OTHER_USER') return unknown;
  const { by } = request;
  if (onlyOf[request.what] !== undefined && onlyOf[request.what] !== by) return notYours;
  if (request.what === 'decide') return judgeDecision(work, request, by);
  if (request.off !== 0 && request.what !== 'statements') return stale;
  if (request.what === 'deliver') return judgeDelivery(work, request);
  if (!allowed(work, by).includes(request.what)) return invalidState;
  return granted(work, request.what, by, dates);
}

function granted(work: Work, what: ModelRequest['what'], by: Party, dates: Dates): Refused | Effect {
  switch (what) {
    case 'accept':
      return transition('ACCEPTED', 'assignment.accepted', by, (after) => {
        after.wasAccepted = true;
      });
    case 'decline':
      return end('DECLINED', 'assignment.declined', by, 'REFUND');
    case 'submit':
      if (work.results.some(({ contentId }) => contentId === null)) return refused(400, 'INVALID_PROOF');
      return transition('SUBMITTED', 'assignment.submitted', by, (after) => {
        after.isApproveOver = false;
      });
    case 'approve':
      return end('APPROVED', 'assignment.approved', by, 'PAYOUT');
    case 'request-changes':
      return transition('CHANGES_REQUESTED', 'assignment.changes_requested', by, (after) => {
        after.isAskedLately = true;
      });
    case 'issues':
      return transition('DISPUTED', 'assignment.disputed', by);
    case 'statements':
      return (after) => {
        after.events.push(`assignment.statement_added ${by}`);
      };
    case 'cancel':
      if (by === 'ADVERTISER' && isAtWork(work) && !cancelsAlone(work)) return proposed('CANCEL', by, null);
      return end('CANCELLED', 'assignment.cancelled', by, 'REFUND');
    default: {
      const moved = (id: number, expectedAt: string) => dates.moves.get(id) ?? expectedAt;
      const isTooEarly = work.results.some(({ id, expectedAt }) => moved(id, expectedAt) > dates.dueAt);
      return isTooEarly ? invalid : proposed('DUE_DATE', by, dates);
    }
  }
}

/** Each result has its own post, and every result also tries the shared one. */
export const postOf = ({ id }: Pick<Work, 'id'>, at: number, url: 'post' | 'another post'): string =>
  `2${String(id).padStart(8, '0')}${url === 'post' ? 10 + at : 99}`;

function judgeDelivery(work: Work, { position, url }: ModelRequest): Refused | Effect {
  if (!isAtWork(work)) return invalidState;
  if (url === 'elsewhere') return invalid;
  const at = position % work.results.length;
  const contentId = postOf(work, at, url);
  if (work.results.some((other, index) => index !== at && other.contentId === contentId))
    return refused(400, 'INVALID_PROOF');
  return (after) => {
    const result = after.results[at];
    if (!result) return;
    result.version += 1;
    result.contentId = contentId;
    after.events.push('deliverable.updated CREATOR');
  };
}

/** The proposal that a request names, if it exists. */
export const namedProposal = ({ proposals }: Work, { proposal }: ModelRequest): Proposal | undefined =>
  proposal === 'unknown' ? undefined : proposals.at(proposal === 'newest' ? -1 : -2);

function judgeDecision(work: Work, request: ModelRequest, by: Party): Refused | Effect {
  const proposal = namedProposal(work, request);
  if (!proposal) return unknown;
  if ((proposal.author === by) !== (request.decision === 'withdraw')) return notYours;
  if (request.off !== 0) return stale;
  if (proposal.status !== 'OPEN') return invalidState;
  if (request.decision !== 'accept') return ended(request.decision, by);
  if (proposal.kind === 'DUE_DATE') return dateMoved(proposal, by);
  const cancelled = end('CANCELLED', 'assignment.cancelled', by, 'REFUND');
  return (after, reply) => {
    settle(after, 'ACCEPTED', by);
    cancelled(after, reply);
  };
}

const ended =
  (decision: 'decline' | 'withdraw', by: Party): Effect =>
  (after) => {
    settle(after, decision === 'decline' ? 'DECLINED' : 'WITHDRAWN', by);
    after.version += 1;
  };

const dateMoved =
  (proposal: Proposal, by: Party): Effect =>
  (after) => {
    settle(after, 'ACCEPTED', by);
    after.version += 1;
    after.dueAt = proposal.dueAt ?? after.dueAt;
    after.isVeryLate = false;
    for (const result of after.results) {
      const expectedAt = proposal.moves.get(result.id);
      if (expectedAt === undefined) continue;
      result.expectedAt = expectedAt;
      result.version += 1;
    }
  };

function settle(after: Work, status: 'ACCEPTED' | 'DECLINED' | 'WITHDRAWN', by: Party): void {
  const open = openProposalOf(after);
  if (open) open.status = status;
  after.events.push(`change_proposal.${status.toLowerCase()} ${by}`);
}

function resolved({ outcome, shareBps }: ModelRequest): Effect {
  if (outcome === 'RELEASE') return end('APPROVED', 'assignment.approved', 'STAFF', 'PAYOUT');
  if (outcome === 'REFUND') return end('CANCELLED', 'assignment.cancelled', 'STAFF', 'REFUND');
  return end('RESOLVED', 'assignment.resolved', 'STAFF', ({ base, brandFee }) => {
    const creatorBase = (base * BigInt(shareBps)) / 10_000n;
    const creatorFee = feeOn(creatorBase, fees.creatorBps);
    return {
      toCreator: creatorBase - creatorFee,
      toPlatform: creatorFee + feeOn(brandFee, BigInt(shareBps)),
    };
  });
}
