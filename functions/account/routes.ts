import { GetMe, UpdateMe } from '../../schema/account.ts';
import type { Settings } from '../env.ts';
import { limits } from '../http/rate-limit.ts';
import { on, type Route } from '../http/route.ts';
import { getMe } from './get-me.ts';
import { updateMe } from './update-me.ts';
import type { CallLimits } from './view.ts';

export const accountRoutes: Route[] = [
  on(GetMe, (ctx) => getMe(ctx, callLimits(ctx.settings))),
  on(UpdateMe, (ctx, { body }) => updateMe(ctx, body, callLimits(ctx.settings))),
];

const callLimits = ({ RATE_LIMIT_SCALE: scale }: Settings): CallLimits => ({
  readsPerMinute: limits.read * scale,
  writesPerMinute: limits.write * scale,
  ownerReadsPerMinute: limits.ownerRead * scale,
  ownerWritesPerMinute: limits.ownerWrite * scale,
  moneyMovesPerMinute: limits.money * scale,
  exportsPerMinute: limits.export * scale,
});
