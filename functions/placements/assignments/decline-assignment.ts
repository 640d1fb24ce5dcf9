import type { Ctx } from '../../context.ts';
import { type ActionInput, act } from './act.ts';

/** The creator declines the work and the advertiser is refunded. A failure changes nothing. */
export const declineAssignment = (ctx: Ctx, input: ActionInput) => act(ctx, input, 'decline');
