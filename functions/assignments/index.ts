export { openAssignment, type Service } from './open-assignment.ts';
export { viewAssignment } from './view.ts';
