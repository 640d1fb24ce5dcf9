export { openAssignment } from './open-assignment.ts';
export { viewAssignment } from './view.ts';
