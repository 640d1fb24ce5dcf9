import { afterEach } from 'vitest';
import { type OwnMarket, ownMarket } from '../stack/own-market.ts';
import { campaignPostsOf } from './campaign-posts.ts';
import { campaignsOf } from './campaigns.ts';

/** A stack of one test file with campaigns and their posts. */
export interface OwnCampaigns {
  readonly own: OwnMarket;
  readonly posts: ReturnType<typeof campaignPostsOf>;
  readonly campaigns: ReturnType<typeof campaignsOf>;
}

/** Starts the stack of a test file. After each of its tests the ledger must be sound. */
export function ownCampaigns(isReady: (made: OwnCampaigns) => unknown): void {
  let started: OwnCampaigns | undefined;
  ownMarket((own) => {
    started = { own, posts: campaignPostsOf(own), campaigns: campaignsOf(own.stack.baseUrl, own.market) };
    return isReady(started);
  });
  afterEach(async () => {
    await started?.own.market.expectSoundLedger();
    await started?.posts.rest();
  });
}
