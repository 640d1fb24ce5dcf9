import { readTarget, type TrackingTarget } from '../../../db/campaigns/tracking-targets.ts';
import type { GuestCtx } from '../../context.ts';
import { codePattern } from './click-rules.ts';

/** The target of a code; null if there is no such link. */
export const findTarget = async (ctx: GuestCtx, code: string): Promise<TrackingTarget | null> =>
  codePattern.test(code) ? readTarget(ctx.db, code) : null;
