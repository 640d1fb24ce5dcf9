import type { Obstacle } from '../../../db/identity/account-deletion.ts';
import type { DeletionObstacle } from '../../../schema/identity/deletion-terms.ts';
import type { Role } from '../../../schema/shared/enums.ts';
import { Refusal } from '../../../schema/shared/errors.ts';

const remedies: Readonly<Record<DeletionObstacle, string>> = {
  BALANCE: 'You have an available balance: ask our staff to withdraw it.',
  RESERVE: 'You have reserved money: it is released when the work or the campaign that it pays for ends.',
  OPEN_ASSIGNMENT: 'You have open work: finish or cancel it.',
  OPEN_CAMPAIGN: 'You have campaigns that are running or paused: end them.',
  OPEN_POST:
    'You have posts in campaigns that are running or paused, or earnings that are not paid yet: withdraw the posts that nobody has decided about, and wait until the campaigns of the others have ended and paid you.',
  STAFF_ROLE: 'Staff cannot delete their own account: ask the operator to end your role first.',
};

interface Remedy {
  readonly kind: DeletionObstacle;
  readonly remedy: string;
}

/** What keeps an account from being deleted, and what its owner can do about each. */
export const remediesOf = (roles: readonly Role[], obstacles: readonly Obstacle[]): Remedy[] =>
  [...(roles.includes('STAFF') ? (['STAFF_ROLE'] as const) : []), ...obstacles].map((kind) => ({
    kind,
    remedy: remedies[kind],
  }));

/** Refuses the deletion of an account that something is in the way of. The status is the first of the obstacles. */
export function refuseDeletion(roles: readonly Role[], obstacles: readonly Obstacle[]): void {
  if (roles.includes('STAFF')) throw new Refusal('ROLE_NOT_ALLOWED', remedies.STAFF_ROLE);
  const [status] = obstacles;
  if (status === undefined) return;
  const message = ['The account cannot be deleted yet.', ...obstacles.map((obstacle) => remedies[obstacle])].join(' ');
  throw new Refusal('INVALID_STATE', message, { status, allowedActions: [] });
}
