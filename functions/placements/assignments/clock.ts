import type { JobCtx } from '../../context.ts';
import type { CommonSettings } from '../../settings/index.ts';
import type { Sight } from './view.ts';

export const clockOf = ({ now, settings }: Pick<JobCtx<CommonSettings>, 'now' | 'settings'>): Sight => ({
  now: now(),
  lateCancelHours: settings.LATE_CANCEL_HOURS,
  approveWindowHours: settings.APPROVE_WINDOW_HOURS,
  figures: settings,
});
