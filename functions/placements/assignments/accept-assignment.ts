import type { Ctx } from '../../context.ts';
import { type ActionInput, act } from './act.ts';

/** The creator accepts the work. A failure changes nothing. */
export const acceptAssignment = (ctx: Ctx, input: ActionInput) => act(ctx, input, 'accept');
