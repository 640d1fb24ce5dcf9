import { expect, test } from 'vitest';
import { operations, terms } from '../../support/campaign-model/operations.ts';
import { Real, type World } from '../../support/campaign-model/real.ts';
import { fc, fuzzSeed } from '../../support/fast-check.ts';
import { campaignPostsOf } from '../../support/market/campaign-posts.ts';
import { campaignsOf } from '../../support/market/campaigns.ts';
import { depth } from '../../support/stack/depth.ts';
import { ownMarket } from '../../support/stack/own-market.ts';

// A failure prints its seed and path; FUZZ_SEED and MODEL_PATH repeat it alone.
const { MODEL_PATH } = process.env;

let world: World;
ownMarket(
  async (own) => {
    const posts = campaignPostsOf(own);
    const publishers = [await posts.aPublisher('YOUTUBE'), await posts.aPublisher('TIKTOK')] as const;
    world = { own, posts, campaigns: campaignsOf(own.stack.baseUrl, own.market), publishers };
  },
  { vars: { RATE_LIMIT_SCALE: '1000000' } },
);

test(
  'random requests, scans and jobs in any order produce the same states, money and engagement as the model',
  async () => {
    let earned = 0;
    const sequence = fc.asyncProperty(terms, operations(depth(25, 60)), async (chosen, steps) => {
      const real = await Real.open(world, chosen);
      for (const step of steps) {
        await real.step(step);
        await real.compare();
      }
      await real.close();
      await world.own.market.expectSoundLedger();
      earned += real.model.spent > 0 ? 1 : 0;
    });
    const numRuns = depth(2, 200);
    const repeated = MODEL_PATH !== undefined && { path: MODEL_PATH };
    await fc.assert(sequence, { seed: fuzzSeed, numRuns, endOnFailure: true, ...repeated });
    // Steps are random, but earning must not depend on chance.
    if (MODEL_PATH === undefined) expect(earned).toBeGreaterThan(numRuns / 4);
  },
  depth(3, 70) * 60_000,
);
