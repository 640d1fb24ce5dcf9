import type { ListedControl } from '../../../db/creators/controls.ts';
import type { Suspension } from '../../../db/identity/users.ts';
import { controls } from '../../../schema/identity/control-terms.ts';
import type { ControlView } from '../../../schema/identity/staff.ts';

export const viewSuspension = ({ id, suspendedAt, reason }: Suspension) => ({
  id,
  suspended: suspendedAt !== null,
  suspendedAt,
  reason,
});

export const viewControl = ({ name, isEnabled, updatedAt, updatedBy, updaterName }: ListedControl): ControlView[] =>
  controls
    .filter((control) => control === name)
    .map((control) => ({
      name: control,
      enabled: isEnabled,
      updatedAt: updatedAt.toISOString(),
      updater: updatedBy === null ? null : { id: updatedBy, displayName: updaterName ?? '' },
    }));
