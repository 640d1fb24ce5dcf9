export { viewerOf } from './acting-party.ts';
export { clockOf } from './clock.ts';
export { listEventsForStaff } from './list-events.ts';
export { approveUnanswered, expireUnaccepted } from './move-overdue.ts';
export { type FundedItem, openAssignment, type SoldItem } from './open-assignment.ts';
export { recordDeadlineEvents } from './record-deadlines.ts';
export { lateFrom, moveFor } from './rules.ts';
export { transition } from './transition.ts';
export { viewAssignment } from './view.ts';
