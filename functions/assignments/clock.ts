import type { JobCtx } from '../context.ts';
import type { Clock } from './rules.ts';

export const clockOf = ({ now, settings }: Pick<JobCtx, 'now' | 'settings'>): Clock => ({
  now: now(),
  lateCancelHours: settings.LATE_CANCEL_HOURS,
  approveWindowHours: settings.APPROVE_WINDOW_HOURS,
});
