import { refreshCatalog } from '../../../db/catalog/refresh.ts';
import { changeStatus, channelOf, holdAddress, refreshClaims } from '../../../db/creators/channels.ts';
import { factsOf, one } from '../../../db/query.ts';
import type { JobCtx } from '../../context.ts';
import { isProof } from './rules.ts';

/** Removes a channel of a deleted user, also a blocked one. Gives the number of removed channels. */
export async function removeChannel({ db, now }: JobCtx, creatorId: number, id: number): Promise<number> {
  const { channel } = await one(db, factsOf({ channel: channelOf(creatorId, id) }));
  if (channel === null || channel.status === 'REMOVED') return 0;
  const at = now();
  const removed = {
    ...channel,
    status: 'REMOVED',
    blockedAt: null,
    blockReason: null,
    version: channel.version + 1,
  } as const;
  await db.transaction([
    ...(isProof(channel) ? [holdAddress(channel)] : []),
    ...changeStatus(removed, at),
    isProof(channel) ? refreshClaims(id, at) : refreshCatalog(creatorId, at),
  ]);
  return 1;
}
