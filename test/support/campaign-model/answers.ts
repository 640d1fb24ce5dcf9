import { expect } from 'vitest';
import type { Reply } from '../client.ts';
import type { Publisher } from '../market/campaign-posts.ts';
import type { Model } from './model.ts';
import type { ModelPost } from './types.ts';

type Body = Reply['body'];

/** What the service answers about one campaign. */
export interface Answers {
  readonly campaign: Body;
  readonly posts: Body;
  readonly analytics: Body;
  readonly accounts: Body;
  /** The posts of each creator. */
  readonly own: readonly Body[];
}

interface At {
  readonly now: number;
  readonly publishers: readonly Pick<Publisher, 'platform' | 'accountId'>[];
}

/** Compares every answer with the model. */
export function expectAnswers(answers: Answers, model: Model, at: At): void {
  expectCampaign(answers, model, at);
  expectPosts(answers, model, at);
  expectAnalytics(answers, model, at);
  expectAccounts(answers, model, at);
  expectOwn(answers, model, at);
}

function expectCampaign({ campaign }: Answers, model: Model, { now }: At): void {
  const counted = (status: ModelPost['status']) => model.posts.filter((post) => post.status === status).length;
  expect(campaign).toMatchObject({
    ...{ status: model.status, pauseReason: model.pauseReason, budget: cents(model.budget) },
    ...{ spent: cents(model.spent), paid: cents(model.paid) },
    posts: {
      ...{ total: model.posts.length, onModeration: counted('ON_MODERATION'), accepted: counted('ACCEPTED') },
      ...{ rejected: counted('REJECTED'), unavailable: counted('UNAVAILABLE') },
    },
    creators: new Set(model.posts.map(({ account }) => account)).size,
    ...model.sums(model.posts, now),
  });
  expect(model.spent).toBeLessThanOrEqual(model.budget);
}

function expectPosts({ campaign, posts }: Answers, model: Model, { now }: At): void {
  expect(posts.map(({ id }: Body) => id)).toEqual(model.posts.map(({ id }) => id).toReversed());
  for (const row of posts) {
    const post = model.posts.find(({ id }) => id === row.id);
    if (!post) throw new Error(`the model has no post ${row.id}`);
    expect(row).toMatchObject({
      ...{ status: post.status, earned: cents(post.earned) },
      views: model.isSeen(post) ? model.viewsOf(post, now) : null,
      engagement: model.sums([post], now).engagement,
    });
  }
  const measured = posts.map(({ engagement }: Body) => engagement.updatedAt).filter((time: unknown) => time !== null);
  expect(campaign.engagement.updatedAt).toBe(measured.toSorted()[0] ?? null);
}

function expectAnalytics({ campaign, analytics }: Answers, model: Model, { now, publishers }: At): void {
  const { posts, spent, paid, totalViews, engagement } = campaign;
  expect(analytics).toMatchObject({ totals: { posts, spent, paid, totalViews }, engagement });
  for (const [account, { platform }] of publishers.entries()) {
    const own = model.posts.filter((post) => post.account === account);
    const row = analytics.byPlatform.find((one: Body) => one.platform === platform);
    if (own.length > 0) expect(row).toMatchObject(model.sums(own, now));
  }
}

function expectAccounts({ accounts }: Answers, model: Model, { now, publishers }: At): void {
  for (const [account, { accountId }] of publishers.entries()) {
    const own = model.posts.filter((post) => post.account === account);
    const row = accounts.find(({ id }: Body) => id === accountId);
    if (own.length === 0) expect(row).toBeUndefined();
    else
      expect(row).toMatchObject({
        ...{ posts: own.length, acceptedPosts: own.filter(({ status }) => status === 'ACCEPTED').length },
        ...model.sums(own, now),
      });
  }
  const views: number[] = accounts.map(({ engagement }: Body) => engagement.views);
  expect(views).toEqual(views.toSorted((one, other) => other - one));
}

function expectOwn({ own }: Answers, model: Model, { now }: At): void {
  for (const [account, list] of own.entries())
    for (const post of model.posts.filter((one) => one.account === account))
      expect(list.find(({ id }: Body) => id === post.id)).toMatchObject({
        ...{ status: post.status, views: model.viewsOf(post, now) },
        ...{ earned: cents(post.earned), paid: cents(post.paid) },
      });
}

const cents = (amount: number) => ({ raw: String(amount) });
