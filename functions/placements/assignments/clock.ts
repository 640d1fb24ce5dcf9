import type { JobCtx } from '../../context.ts';
import type { CommonSettings } from '../../settings/index.ts';
import type { ViewContext } from './view.ts';

export const clockOf = ({ now, settings }: Pick<JobCtx<CommonSettings>, 'now' | 'settings'>): ViewContext => ({
  now: now(),
  lateCancelHours: settings.LATE_CANCEL_HOURS,
  approveWindowHours: settings.APPROVE_WINDOW_HOURS,
  metricRules: settings,
});
