import { expect, test } from 'vitest';
import { metricTerms } from '../../../schema/metrics/metric-terms.ts';
import { type GrantedPost, grantedPostsOf } from '../../support/market/granted-posts.ts';
import type { Market } from '../../support/market/market.ts';
import { controlOf } from '../../support/stack/control.ts';
import { depth } from '../../support/stack/depth.ts';
import { ownMarket } from '../../support/stack/own-market.ts';
import type { OwnStack } from '../../support/stack/stack.ts';

let stack: OwnStack;
let market: Market;
ownMarket((own) => {
  ({ stack, market } = own);
});

const hourMs = 3_600_000;
const allSteps = Array.from({ length: 11 }, (_, step) => step);

/** The times of all metrics in the answers about the post for its creator. */
async function shownTimes({ work, owner }: GrantedPost): Promise<number[]> {
  const path = `/placement-assignments/${work.id}`;
  const answers = await Promise.all(
    [`${path}/deliverables`, path, '/placement-assignments'].map((one) => owner.keyed.get(one)),
  );
  const [results, one, all] = answers.map(({ body }) => body.data);
  return [results, one.deliverables, all[0].deliverables].flatMap(([{ metrics }]) =>
    metrics.map(({ measuredAt }: { measuredAt: string }) => Date.parse(measuredAt)),
  );
}

/** The oldest metric in any table, or null when there is none. */
const oldestStored = async ({ platform }: GrantedPost): Promise<Date | null> =>
  (
    await market.one(
      `select least(
         (select min(m.measured_at) from post_measurements m join posts p on p.id = m.post_id where p.platform = $1),
         (select min(least(counts_measured_at, saves_measured_at)) from deliverable_scans where platform = $1),
         (select min(c.measured_at) from channel_posts c join channels on channels.id = c.channel_id where channels.platform = $1),
         (select min(coalesce(profile_at, '-infinity')) from social_accounts
          where platform = $1 and (title is not null or followers is not null)),
         (select min(stored_at) from avatars a join social_accounts s on s.id = a.social_account_id where s.platform = $1)) as at`,
      [platform],
    )
  ).at;

/** The few steps of the quick depth lie on both sides of the age limits, and no pause between them is longer than a limit. */
test.each([
  ['TWITCH', 7, depth([0, 3, 4, 7, 10], allSteps)],
  ['YOUTUBE', 7 * 24, depth([0, 4, 8, 9], allSteps)],
] as const)(
  'metrics of %s leave every answer at their age limit, and every table at the next sweep',
  async (platform, stepHours, steps) => {
    const control = controlOf(stack.controlUrl);
    const posts = grantedPostsOf(stack, market);
    const keptMs = (metricTerms[platform].keptDays ?? 0) * 24 * hourMs;
    const post = await posts.aGrantedPost(platform, { shareMetrics: true });
    await post.film();
    await posts.makeDue(post);
    let seen = 0;
    for (const [index, step] of steps.entries()) {
      await control.run('take-due-platform-work', 'remove-old-pictures');
      const times = await shownTimes(post);
      seen += times.length;
      const now = (await control.now()).getTime();
      expect(times.filter((at) => at < now - keptMs)).toEqual([]);
      await control.run('sweep-metrics');
      const oldest = await oldestStored(post);
      expect(oldest === null || oldest.getTime() >= now - keptMs, `${oldest?.toISOString()}`).toBe(true);
      await control.moveOn(((steps[index + 1] ?? step + 1) - step) * stepHours * hourMs);
    }
    expect(seen).toBeGreaterThan(0);
    // The post is not tracked any more, and nothing of it is left.
    if (platform === 'YOUTUBE') expect(await posts.measurementsOf(post)).toEqual([]);
  },
);
