import { switchControl as statement } from '../../../db/creators/controls.ts';
import type { Ctx } from '../../context.ts';

/** Switches a feature on or off for everybody, from the next request on. */
export async function switchControl(ctx: Ctx, { name, enabled }: { name: 'publication'; enabled: boolean }) {
  const at = ctx.now();
  await ctx.db.transaction([statement(name, enabled, ctx.actor.userId, at)]);
  return { data: { name, enabled, updatedAt: at.toISOString() } };
}
