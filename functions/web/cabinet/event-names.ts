import type { AssignmentEventKind } from '../../../schema/shared/enums.ts';

/** The events of an assignment in words. */
export const eventNames: Readonly<Record<AssignmentEventKind, string>> = {
  'assignment.funded': 'The order was funded',
  'assignment.accepted': 'The creator accepted',
  'assignment.declined': 'The creator declined',
  'assignment.expired': 'The offer expired',
  'assignment.submitted': 'The results were submitted',
  'assignment.changes_requested': 'Changes were requested',
  'assignment.approved': 'The work was approved and paid',
  'assignment.cancelled': 'The assignment was cancelled',
  'assignment.disputed': 'An issue was raised',
  'assignment.resolved': 'Staff resolved the dispute',
  'deliverable.updated': 'A result was updated',
  'proof.verified': 'A file was verified',
  'proof.rejected': 'A file was rejected',
  'change_proposal.opened': 'A change was proposed',
  'change_proposal.accepted': 'The proposal was accepted',
  'change_proposal.declined': 'The proposal was declined',
  'change_proposal.withdrawn': 'The proposal was withdrawn',
  'change_proposal.closed': 'The proposal was closed',
  'deadline.reminder': 'A deadline is near',
  'deadline.missed': 'A deadline has passed',
};
