import type { Ctx } from '../../context.ts';
import { type ActionInput, act } from './act.ts';

/** Approves the work and pays the creator in one transaction. */
export const approveAssignment = (ctx: Ctx, input: ActionInput) => act(ctx, input, 'approve');
