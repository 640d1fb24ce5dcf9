import { ownedChannel } from '../../../db/creators/ownership.ts';
import { facts } from '../../../db/query.ts';
import type { OwnershipClaim } from '../../../schema/creators/ownership-claim.ts';
import { notFound } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { viewClaim } from './view.ts';

/** The ownership status of one of the caller's channels. */
export async function getOwnership(ctx: Ctx, { id }: { id: number }): Promise<{ data: OwnershipClaim }> {
  const { channel } = await facts(ctx.db, { channel: ownedChannel(ctx.actor.userId, id) });
  if (!channel) throw notFound();
  return { data: viewClaim(channel, ctx.now()) };
}
