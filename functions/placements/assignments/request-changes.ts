import type { Ctx } from '../../context.ts';
import { type Asked, act } from './act.ts';

/** The creator is to change what it handed in, for this reason, or nothing changed. */
export const requestChanges = (ctx: Ctx, { reason, ...asked }: Asked & { reason: string }) =>
  act(ctx, asked, 'request-changes', () => ({ data: { reason } }));
