import { sql } from 'drizzle-orm/sql/sql';
import { row } from '../../db/client.ts';
import { ownedChannel } from '../../db/ownership.ts';
import { notFound } from '../../schema/errors.ts';
import type { OwnershipClaim } from '../../schema/ownership-claim.ts';
import type { OwnershipRecord } from '../../schema/ownership-records.ts';
import type { Ctx } from '../context.ts';

/** How the proof of one of the caller's channels stands. */
export async function getOwnership(ctx: Ctx, { id }: { id: number }): Promise<{ data: OwnershipClaim }> {
  const { channel } = await row<{ channel: OwnershipRecord | null }>(
    ctx.db,
    sql`select ${ownedChannel(ctx.actor.userId, id)} as channel`,
  );
  if (!channel) throw notFound();
  const { ownership, version, code, codeExpiresAt, note, submittedAt, checkedAt, decidedAt, reason } = channel;
  return { data: { id, ownership, version, code, codeExpiresAt, note, submittedAt, checkedAt, decidedAt, reason } };
}
