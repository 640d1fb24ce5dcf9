import type { Obstacle } from '../../../db/identity/account-deletion.ts';
import type { Role } from '../../../schema/shared/enums.ts';
import { Refusal } from '../../../schema/shared/errors.ts';

const remedies: Readonly<Record<Obstacle, string>> = {
  BALANCE: 'You have a balance: ask support to withdraw it.',
  RESERVE: 'You have reserved money: it is free when the work that it pays for has ended.',
  OPEN_ASSIGNMENT: 'You have open assignments: finish or cancel them.',
  OPEN_CAMPAIGN: 'You have campaigns that are running or paused: end them.',
  OPEN_POST: 'You have posts in campaigns of others that have not ended or paid yet: wait for their end.',
};

/** Refuses the deletion of an account that something is in the way of. The status is the first of the obstacles. */
export function refuseDeletion(roles: readonly Role[], obstacles: readonly Obstacle[]): void {
  if (roles.includes('STAFF'))
    throw new Refusal(
      'ROLE_NOT_ALLOWED',
      'Staff cannot delete their own account. Ask the operator to end your role first.',
    );
  const [status] = obstacles;
  if (status === undefined) return;
  const message = ['The account cannot be deleted yet.', ...obstacles.map((obstacle) => remedies[obstacle])].join(' ');
  throw new Refusal('INVALID_STATE', message, { status, allowedActions: [] });
}
