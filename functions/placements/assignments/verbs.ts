/** The verbs of the routes. The first call of one loads them, so that the edge function starts without them. */
export { acceptAssignment } from './accept-assignment.ts';
export { addStatement } from './add-statement.ts';
export { approveAssignment } from './approve-assignment.ts';
export { cancelAssignment } from './cancel-assignment.ts';
export { acceptProposal, declineProposal, withdrawProposal } from './decide-proposal.ts';
export { declineAssignment } from './decline-assignment.ts';
export { getAssignment, listDeliverables } from './get-assignment.ts';
export { listAssignments } from './list-assignments.ts';
export { listEvents } from './list-events.ts';
export { proposeChange } from './propose-change.ts';
export { raiseIssue } from './raise-issue.ts';
export { requestChanges } from './request-changes.ts';
export { submitAssignment } from './submit-assignment.ts';
