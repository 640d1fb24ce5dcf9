export { clockOf } from './clock.ts';
export { listEventsForStaff } from './list-events.ts';
export { approveUnanswered, expireUnaccepted } from './move-overdue.ts';
export { openAssignment, type Service } from './open-assignment.ts';
export { lateFrom, moveFor } from './rules.ts';
export { tellDeadlines } from './tell-deadlines.ts';
export { transition } from './transition.ts';
export { viewAssignment, viewDeliverable } from './view.ts';
