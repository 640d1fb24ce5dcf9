import { obstaclesOf } from '../../../db/identity/account-deletion.ts';
import { facts } from '../../../db/query.ts';
import { keptData } from '../../../schema/identity/kept-data.ts';
import type { Ctx } from '../../context.ts';
import { remediesOf } from './deletion-rules.ts';

interface Deletion {
  readonly obstacles: ReturnType<typeof remediesOf>;
  readonly kept: readonly { readonly what: string; readonly why: string }[];
}

/** What keeps the caller's account from being deleted now, and the data that would stay. */
export async function checkDeletion(ctx: Ctx): Promise<{ data: Deletion }> {
  const { userId, roles } = ctx.actor;
  const { obstacles } = await facts(ctx.db, { obstacles: obstaclesOf(userId) });
  return { data: { obstacles: remediesOf(roles, obstacles), kept: keptData.map(({ what, why }) => ({ what, why })) } };
}
