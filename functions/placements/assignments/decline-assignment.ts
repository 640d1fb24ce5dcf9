import type { Ctx } from '../../context.ts';
import { type Asked, act } from './act.ts';

/** The creator does not take the work on: the advertiser has its funds back, or nothing changed. */
export const declineAssignment = (ctx: Ctx, asked: Asked) => act(ctx, asked, 'decline');
