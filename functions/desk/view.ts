import type { ActionRecord } from '../../db/desk/staff-actions.ts';
import type { StaffActionView } from '../../schema/desk/audit-log.ts';

export const viewAction = (action: ActionRecord): StaffActionView => ({
  id: action.id,
  at: action.at,
  actor: { id: action.actorId, displayName: action.actorName },
  operation: action.operation,
  object: action.object,
  requestId: action.requestId,
  data: action.data,
});
