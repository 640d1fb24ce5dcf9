import { describe, expect, test } from 'vitest';
import { contentOf } from '../../functions/campaigns/posts/rules.ts';
import { urlOfPost } from '../../scripts/seed/campaign-posts.ts';
import { campaigns, measuredDays } from '../../scripts/seed/campaigns.ts';
import { creators } from '../../scripts/seed/creators.ts';

const posts = campaigns.flatMap((campaign) => campaign.posts.map((post) => ({ campaign, post })));

describe('the seeded campaigns', () => {
  test('have each step on a day on which posts are measured', () => {
    const days = campaigns.flatMap(({ startedDaysAgo, completedDaysAgo = 0, links }) => [
      ...[startedDaysAgo, completedDaysAgo],
      ...links.map(({ madeDaysAgo }) => madeDaysAgo),
    ]);
    const steps = posts.flatMap(({ post }) => [
      ...[post.publishedDaysAgo, post.acceptedDaysAgo ?? 0, post.rejected?.daysAgo ?? 0, post.hiddenDaysAgo ?? 0],
      post.provenDaysAgo ?? 0,
    ]);
    expect([...days, ...steps].filter((day) => day > measuredDays && day % 3 !== 0)).toEqual([]);
  });

  test('have posts of different ids at accounts of their creators and at platforms of the campaign', () => {
    expect(new Set(posts.map(({ post }) => post.contentId)).size).toBe(posts.length);
    for (const { campaign, post } of posts) {
      const { handle, platform, contentId } = post;
      expect(creators.find((creator) => creator.handle === handle)?.platforms, handle).toContain(platform);
      expect(campaign.terms.platforms).toContain(platform);
      expect(contentOf({ platform, handle }, urlOfPost(post))).toMatchObject({ contentId });
    }
  });

  test('have decisions after the publication and before the end', () => {
    for (const { campaign, post } of posts)
      for (const day of [post.acceptedDaysAgo, post.rejected?.daysAgo, post.hiddenDaysAgo, post.provenDaysAgo].filter(
        (one) => one !== undefined,
      )) {
        expect(day).toBeLessThan(post.publishedDaysAgo);
        expect(day).toBeGreaterThan(campaign.completedDaysAgo ?? 0);
      }
  });
});
