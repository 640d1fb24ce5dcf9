import type { AssignmentView } from '../../../../schema/placements/assignments.ts';
import { countedTitle } from '../orders/order-words.ts';

/** The name of the work: its service, or that it is a custom offer, with its quantity. */
export const workTitle = ({ title, quantity }: Pick<AssignmentView, 'title' | 'quantity'>): string =>
  countedTitle(quantity, title ?? 'Custom files');

/** What the caller should do next, if the other party waits for it. */
export function waitingFor({ allowedActions, openProposal, status }: AssignmentView): string | null {
  if (openProposal?.allowedActions.includes('accept')) return 'Answer the proposal';
  if (allowedActions.includes('accept')) return 'Accept or decline';
  if (allowedActions.includes('approve')) return 'Approve or request changes';
  if (allowedActions.includes('submit'))
    return status === 'CHANGES_REQUESTED' ? 'Make the changes' : 'Deliver the results';
  return null;
}

/** The total of an advertiser, or what the creator is paid. */
export const ownAmount = ({ amounts }: Pick<AssignmentView, 'amounts'>) =>
  'total' in amounts ? amounts.total : amounts.net;

export interface Deadline {
  readonly before: string;
  readonly at: string;
  readonly after: string;
}

/** The next deadline of the work, in words around its time. */
export function deadlineOf({ status, role, acceptBy, approveBy, dueAt }: AssignmentView): Deadline | null {
  const isCreator = role === 'CREATOR';
  if (status === 'PENDING')
    return {
      before: isCreator ? 'Accept before' : 'The creator must accept before',
      at: acceptBy,
      after: isCreator
        ? 'After this time the work expires, and Castline refunds the advertiser.'
        : 'After this time the work expires, and Castline refunds the whole amount to you.',
    };
  if (status === 'ACCEPTED' || status === 'CHANGES_REQUESTED')
    return {
      before: isCreator ? 'Submit all results before' : 'The creator must submit all results before',
      at: dueAt,
      after: '',
    };
  if (status === 'SUBMITTED' && approveBy !== null)
    return {
      before: isCreator ? 'The advertiser must answer before' : 'Approve or request changes before',
      at: approveBy,
      after: isCreator
        ? 'After this time the work is approved automatically, and you are paid.'
        : 'After this time Castline approves the work and pays the creator.',
    };
  return null;
}

/** How work that needs nothing more has ended, or why it waits. */
export const endings: Readonly<Partial<Record<AssignmentView['status'], string>>> = {
  APPROVED: 'The work is approved and the creator is paid.',
  DECLINED: 'The creator has declined. Castline has refunded the whole amount to the advertiser.',
  EXPIRED: 'The creator did not accept in time. Castline has refunded the whole amount to the advertiser.',
  CANCELLED: 'The work is cancelled. Castline has refunded the whole amount to the advertiser.',
  DISPUTED: 'Our staff reads the issue and decides on the reserved amount. All deadlines have stopped.',
  RESOLVED: 'Our staff has decided the dispute. The history has the decision and its reason.',
};
