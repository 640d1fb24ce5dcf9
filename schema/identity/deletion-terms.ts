/** A condition that prevents the deletion of an account. */
export const deletionObstacles = [
  'BALANCE',
  'RESERVE',
  'OPEN_ASSIGNMENT',
  'OPEN_CAMPAIGN',
  'OPEN_POST',
  'STAFF_ROLE',
] as const;
export type DeletionObstacle = (typeof deletionObstacles)[number];
