import { readKeys } from '../../../db/identity/api-keys.ts';
import { Refusal } from '../../../schema/shared/errors.ts';
import { pageOf } from '../../../schema/shared/page.ts';
import type { Ctx } from '../../context.ts';
import { keyView } from './view.ts';

/** The caller's keys, newest first. */
export async function listKeys(ctx: Ctx, { cursor, limit }: { cursor?: string | undefined; limit: number }) {
  const keys = await readKeys(ctx.db, ctx.actor.userId, { cursor: cursor ?? null, limit: limit + 1 });
  if (!keys) throw new Refusal('INVALID_CURSOR');
  return pageOf(keys.map(keyView), limit, ({ id }) => id);
}
