import type { Ctx } from '../../context.ts';
import { type ActionInput, act } from './act.ts';

/** Requests changes of the submitted work, with a reason. A failure changes nothing. */
export const requestChanges = (ctx: Ctx, { reason, ...input }: ActionInput & { reason: string }) =>
  act(ctx, input, 'request-changes', () => ({ data: { reason } }));
