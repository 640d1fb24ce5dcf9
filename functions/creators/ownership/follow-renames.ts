import { moveChannel, type RenamedChannel, readRenamedChannels } from '../../../db/creators/renamed-channels.ts';
import { causeOf } from '../../../db/failures.ts';
import { Refusal } from '../../../schema/shared/errors.ts';
import type { JobCtx, JobResult } from '../../context.ts';
import { log } from '../../log.ts';
import { queueRebuild } from '../../rebuild-catalog.ts';
import { channelOfAccount } from '../channels/index.ts';

const batch = 100;

/**
 * Gives native channels the present names of their accounts. A channel keeps its former name while the new one is no valid address, or while
 * another channel of the creator, or one that somebody else has proven, has it.
 */
export async function followRenames(ctx: JobCtx, { afterId }: { readonly afterId: number }): Promise<JobResult> {
  const found = await readRenamedChannels(ctx.db, afterId, batch);
  const outcomes: boolean[] = [];
  for (const channel of found) outcomes.push(await isMoved(ctx, channel));
  const done = outcomes.filter(Boolean).length;
  if (done > 0) await queueRebuild(ctx);
  const last = found.length === batch ? found.at(-1) : undefined;
  if (last) await ctx.enqueue([{ kind: 'follow-renames', afterId: last.id }]);
  return { done, isMore: false };
}

async function isMoved({ db, now }: JobCtx, channel: RenamedChannel): Promise<boolean> {
  const address = channelOfAccount(channel);
  if (!address) return false;
  try {
    await db.transaction(moveChannel(channel, address, now()));
    return true;
  } catch (error) {
    // The next run tries again.
    if (!(error instanceof Refusal)) throw error;
    log('warn', 'channel.not-moved', { channelId: channel.id, ...causeOf(error) });
    return false;
  }
}
