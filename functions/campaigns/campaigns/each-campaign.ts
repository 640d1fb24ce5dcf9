import type { Db } from '../../../db/client.ts';
import type { Query } from '../../../db/query.ts';
import { Refusal } from '../../../schema/shared/errors.ts';
import { log } from '../../log.ts';

const batch = 50;

interface Work<Campaign> {
  /** The campaigns after this id, at most `limit`, in the order of their ids. */
  readonly due: (page: { readonly afterId: number; readonly limit: number }) => Query<Campaign>;
  readonly change: (campaign: Campaign) => Promise<void>;
  /** The name of the log event of a failure. */
  readonly failure: string;
}

/**
 * Changes campaigns one after the other, and returns the number of the changed ones. One that somebody else changes at the same time is left to the
 * next run, and so is one that fails: it delays no other.
 */
export async function changeEach<Campaign extends { readonly id: number }>(
  db: Db,
  { due, change, failure }: Work<Campaign>,
): Promise<number> {
  let [done, afterId] = [0, 0];
  for (;;) {
    const campaigns = await db.read(due({ afterId, limit: batch }));
    for (const campaign of campaigns) {
      afterId = campaign.id;
      try {
        await change(campaign);
        done += 1;
      } catch (error) {
        if (error instanceof Refusal && error.isConflict) continue;
        log('error', failure, { campaignId: campaign.id, cause: String(error) });
      }
    }
    if (campaigns.length < batch) return done;
  }
}
