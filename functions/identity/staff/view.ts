import type { Suspension } from '../../../db/identity/users.ts';

export const viewSuspension = ({ id, suspendedAt, reason }: Suspension) => ({
  id,
  suspended: suspendedAt !== null,
  suspendedAt,
  reason,
});
