import type { Ctx } from '../../context.ts';
import { type Asked, act } from './act.ts';

/** The work is approved and the creator is paid, or neither happens. */
export const approveAssignment = (ctx: Ctx, asked: Asked) => act(ctx, asked, 'approve');
