import { obstaclesOf } from '../../../db/identity/account-deletion.ts';
import { facts } from '../../../db/query.ts';
import type { Ctx } from '../../context.ts';
import { remediesOf } from './deletion-rules.ts';

/** What keeps the caller's account from being deleted now. */
export async function checkDeletion(ctx: Ctx): Promise<{ data: { obstacles: ReturnType<typeof remediesOf> } }> {
  const { userId, roles } = ctx.actor;
  const { obstacles } = await facts(ctx.db, { obstacles: obstaclesOf(userId) });
  return { data: { obstacles: remediesOf(roles, obstacles) } };
}
