import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Reply } from '../client.ts';
import { aContentId, type campaignPostsOf, type Publisher } from '../market/campaign-posts.ts';
import { type campaignsOf, dataOf, move } from '../market/campaigns.ts';
import { type Person, signedInAgain } from '../market/people.ts';
import type { OwnMarket } from '../stack/own-market.ts';
import { expectAnswers } from './answers.ts';
import { Model } from './model.ts';
import type { Operation } from './operations.ts';
import type { Counts, ModelPost, Outcome, Shown, Terms } from './types.ts';

const hourMs = 3_600_000;

export interface World {
  readonly own: OwnMarket;
  readonly posts: ReturnType<typeof campaignPostsOf>;
  readonly campaigns: ReturnType<typeof campaignsOf>;
  /** At YouTube, and at TikTok, which shows metrics only with consent. */
  readonly publishers: readonly [Publisher, Publisher];
}

/** A campaign of the service beside its model. Each step does the same to both, and compares the outcome. */
export class Real {
  readonly model: Model;
  readonly id: number;
  private readonly world: World;
  private advertiser: Person;
  private tiktok: Person;

  private constructor(world: World, terms: Terms, advertiser: Person, id: number) {
    this.world = world;
    this.model = new Model(terms);
    this.advertiser = advertiser;
    this.tiktok = world.publishers[1];
    this.id = id;
  }

  static async open(world: World, terms: Terms): Promise<Real> {
    const { own, campaigns, posts, publishers } = world;
    const advertiser = await signedInAgain(own.stack.baseUrl, await campaigns.anAdvertiser(100_000));
    const { payment, maxPerPost, budget } = terms;
    const { id } = await campaigns.aRunning(advertiser, {
      platforms: ['YOUTUBE', 'TIKTOK'],
      payment:
        'cpm' in payment
          ? { model: 'CPM', cpmCents: String(payment.cpm) }
          : { model: 'FIXED', rewardCents: String(payment.reward) },
      ...(maxPerPost !== null && { maxPerPostCents: String(maxPerPost) }),
      budgetCents: String(budget),
    });
    for (const publisher of publishers) {
      publisher.forget();
      dataOf(await posts.take(publisher, { id }));
    }
    const real = new Real(world, terms, advertiser, Number(id));
    await real.signIn();
    await real.share(true);
    return real;
  }

  /** Tokens end while the clock moves. */
  private async signIn(): Promise<void> {
    const { baseUrl } = this.world.own.stack;
    this.advertiser = await signedInAgain(baseUrl, this.advertiser);
    this.tiktok = await signedInAgain(baseUrl, this.world.publishers[1]);
  }

  private now = async (): Promise<number> => (await this.world.own.control.now()).getTime();
  private campaign = async (): Promise<Reply['body']> =>
    dataOf(await this.advertiser.keyed.get(`/campaigns/${this.id}`));
  private chosen = (n: number): ModelPost | undefined => this.model.posts[n % Math.max(this.model.posts.length, 1)];
  private publisherOf = (account: number): Publisher => this.world.publishers[account === 0 ? 0 : 1];

  async step(operation: Operation): Promise<void> {
    if (operation.kind === 'submit') {
      const content = aContentId(this.publisherOf(operation.account).platform);
      await this.film(operation.account, content, 'PUBLIC', { views: operation.views, likes: 10, comments: 1 });
      await this.submit(operation.account, content);
    } else if (operation.kind === 'raise') await this.raise(operation.cents);
    else if ('post' in operation) {
      const post = this.chosen(operation.post);
      if (post) await this.stepOfPost(operation, post);
    } else await this.plainStep(operation.kind);
  }

  private async stepOfPost(operation: Extract<Operation, { post: number }>, post: ModelPost): Promise<void> {
    const { kind } = operation;
    if (kind === 'submit-again') return this.submit(post.account, post.content);
    if (kind !== 'film') {
      const reply = await this.world.posts[kind](this.advertiser, this, post.id);
      return expectOutcome(reply, this.model[kind](post));
    }
    const { shown, views, likes, comments } = operation;
    // TikTok has neither unlisted posts nor unknown counts.
    if (post.account === 0) return this.film(0, post.content, shown, { views, likes, comments });
    const counts = { views: views ?? 7, likes: likes ?? 1, comments };
    return this.film(1, post.content, shown === 'UNLISTED' ? 'PUBLIC' : shown, counts);
  }

  private async plainStep(
    kind: Exclude<Operation, { post: number } | { cents: number } | { account: number }>['kind'],
  ) {
    const { control } = this.world.own;
    if (kind === 'share' || kind === 'withdraw') return this.share(kind === 'share');
    if (kind === 'scan') return this.scan();
    if (kind === 'wait') {
      await control.moveOn(169 * hourMs);
      await this.scan();
      return this.signIn();
    }
    if (kind === 'pay') {
      await control.moveOn(24 * hourMs);
      await control.run('sweep-metrics', { kind: 'pay-campaign-creators', afterId: 0 });
      this.model.sweep(await this.now());
      this.model.pay();
      return this.signIn();
    }
    const reply = await move(this.advertiser, await this.campaign(), kind);
    const endings = { complete: 'COMPLETED', cancel: 'CANCELLED' } as const;
    expectOutcome(reply, kind === 'complete' || kind === 'cancel' ? this.model.end(endings[kind]) : this.model[kind]());
  }

  /** One platform after the other: the order of their commits decides which post gets the rest of the budget. */
  private async scan(): Promise<void> {
    for (const [account, { platform }] of this.world.publishers.entries()) {
      await this.world.posts.scan(platform);
      this.model.scan(account, await this.now());
    }
  }

  private async film(account: number, content: string, shown: Shown, counts: Counts): Promise<void> {
    const publisher = this.publisherOf(account);
    this.model.world.set(content, { shown, counts });
    if (shown === 'GONE') await publisher.remove(content);
    else await publisher.publish(content, { state: shown, ...counts });
  }

  private async submit(account: number, content: string): Promise<void> {
    const reply = await this.world.posts.submit(this.publisherOf(account), this, content);
    const outcome = this.model.submit(account, content, await this.now());
    expectOutcome(reply, outcome, 201);
    const last = this.model.posts.at(-1);
    if (outcome === 'OK' && last) last.id = reply.body.data.id;
  }

  private async raise(cents: number): Promise<void> {
    const body = { expectedVersion: (await this.campaign()).version, budgetCents: String(this.model.budget + cents) };
    const reply = await this.advertiser.api.patch(`/campaigns/${this.id}`, body, { key: randomUUID() });
    expectOutcome(reply, this.model.raise(cents));
  }

  private async share(enabled: boolean): Promise<void> {
    const { accountId } = this.world.publishers[1];
    dataOf(await this.tiktok.api.put(`/social-accounts/${accountId}/sharing`, { enabled }));
    this.model.isShared = enabled;
  }

  /** Ends the campaign, so that later scans do not measure its posts. */
  async close(): Promise<void> {
    if (this.model.isLive) await this.plainStep('cancel');
    await this.compare();
  }

  /** Compares every answer with the model. */
  async compare(): Promise<void> {
    const [now, campaign, posts, analytics, accounts, ...own] = await Promise.all([
      this.now(),
      this.campaign(),
      this.read(`/campaigns/${this.id}/posts?limit=100`),
      this.read(`/analytics/campaigns/${this.id}`),
      this.read(`/campaigns/${this.id}/creators`),
      ...this.world.publishers.map(async ({ keyed }) => dataOf(await keyed.get('/posts?limit=100'))),
    ]);
    expectAnswers({ campaign, posts, analytics, accounts, own }, this.model, {
      now,
      publishers: this.world.publishers,
    });
  }

  private read = async (path: string): Promise<Reply['body']> => dataOf(await this.advertiser.keyed.get(path));
}

function expectOutcome(reply: Reply, outcome: Outcome, status = 200): void {
  const code = reply.status === status ? 'OK' : (reply.body.error?.code ?? reply.body.code);
  expect([code, reply.status === status ? '' : reply.text].slice(0, 1)).toEqual([outcome]);
}
