/** A small model of one campaign, its posts, their platforms and its money. It knows nothing of the service. Amounts are cents. */

import type { Counts, ModelPost, Outcome, Shown, Terms } from './types.ts';

const dayMs = 24 * 3_600_000;
const windowMs = 168 * 3_600_000;
/** The days for which metrics of the first account's platform are shown. */
const keptMs = 30 * dayMs;

export class Model {
  status: 'RUNNING' | 'PAUSED' | 'COMPLETED' | 'CANCELLED' = 'RUNNING';
  pauseReason: 'MANUAL' | 'BUDGET_EXHAUSTED' | null = null;
  budget: number;
  readonly posts: ModelPost[] = [];
  /** Whether the second account shows its metrics to others. */
  isShared = true;
  /** What the platform would say now of each content. */
  readonly world = new Map<string, { shown: Shown; counts: Counts }>();
  readonly terms: Terms;

  constructor(terms: Terms) {
    this.terms = terms;
    this.budget = terms.budget;
  }

  get spent(): number {
    return sum(this.posts.map(({ earned }) => earned));
  }

  get paid(): number {
    return sum(this.posts.map(({ paid }) => paid));
  }

  get isLive(): boolean {
    return this.status === 'RUNNING' || this.status === 'PAUSED';
  }

  submit(account: number, content: string, now: number): Outcome {
    if (!this.isLive) return 'RESOURCE_NOT_FOUND';
    if (this.status === 'PAUSED') return 'INVALID_STATE';
    if (account === 1 && !this.isShared) return 'INVALID_STATE';
    if (this.world.get(content)?.shown !== 'PUBLIC') return 'INVALID_PROOF';
    const before = this.posts.filter((post) => post.content === content);
    if (before.length > 3 || before.some(({ status }) => status !== 'REJECTED')) return 'INVALID_STATE';
    this.posts.push({
      ...{ id: 0, account, content, status: 'ON_MODERATION', former: null, decideBy: now + windowMs },
      ...{ seen: 'PUBLIC', missing: 0, views: null, counted: null, earned: 0, paid: 0 },
    });
    return 'OK';
  }

  accept(post: ModelPost): Outcome {
    if (post.status !== 'ON_MODERATION') return 'INVALID_STATE';
    if (!this.take([post]).includes(post)) return 'INSUFFICIENT_FUNDS';
    this.accrue([post]);
    this.pauseIfSpent();
    return 'OK';
  }

  reject(post: ModelPost): Outcome {
    if (post.status !== 'ON_MODERATION') return 'INVALID_STATE';
    post.status = 'REJECTED';
    return 'OK';
  }

  /** One scan of the posts of an account. */
  scan(account: number, now: number): void {
    if (!this.isLive) return;
    const scanned = this.posts.filter((post) => post.account === account && post.status !== 'REJECTED');
    for (const post of scanned) this.read(post, now);
    const due = scanned.filter(({ status, decideBy }) => status === 'ON_MODERATION' && decideBy <= now);
    for (const post of due)
      if (post.missing > 0 || post.seen !== 'PUBLIC')
        Object.assign(post, { status: 'UNAVAILABLE', former: 'ON_MODERATION' });
    this.take(due.filter(({ status }) => status === 'ON_MODERATION'));
    this.accrue(scanned.filter(({ status, missing }) => status === 'ACCEPTED' && missing === 0));
    if (scanned.length > 0) this.pauseIfSpent();
  }

  private read(post: ModelPost, now: number): void {
    const { shown, counts } = this.world.get(post.content) ?? {
      shown: 'GONE',
      counts: { views: null, likes: null, comments: null },
    };
    post.missing = shown === 'GONE' ? post.missing + 1 : 0;
    if (shown !== 'GONE') {
      post.seen = shown;
      const { views, likes, comments } = counts;
      if (views !== null) post.views = { count: views, at: now };
      if (views !== null && likes !== null && comments !== null) post.counted = { views, likes, comments, at: now };
    }
    if (
      post.status === 'UNAVAILABLE' &&
      post.former !== null &&
      post.missing === 0 &&
      (post.former === 'ACCEPTED' || shown === 'PUBLIC')
    ) {
      if (post.former === 'ON_MODERATION') post.decideBy = now + windowMs;
      Object.assign(post, { status: post.former, former: null });
    } else if ((post.status === 'ON_MODERATION' || post.status === 'ACCEPTED') && post.missing >= 3)
      Object.assign(post, { status: 'UNAVAILABLE', former: post.status });
  }

  private get left(): number {
    return this.budget - this.spent;
  }

  /** Accepts the posts whose reward the budget covers, and returns them. */
  private take(posts: readonly ModelPost[]): ModelPost[] {
    const { payment } = this.terms;
    const taken = 'reward' in payment ? posts.slice(0, Math.floor(this.left / payment.reward)) : [...posts];
    for (const post of taken) post.status = 'ACCEPTED';
    return taken;
  }

  private wanted(post: ModelPost): number {
    const { payment, maxPerPost } = this.terms;
    if ('reward' in payment) return post.earned > 0 ? 0 : payment.reward;
    if (post.views === null || !this.isSeen(post)) return 0;
    const earned = Math.floor((post.views.count * payment.cpm) / 1_000);
    return Math.max(0, Math.min(earned, maxPerPost ?? earned) - post.earned);
  }

  private accrue(posts: readonly ModelPost[]): void {
    for (const post of posts) {
      const [wanted, left] = [this.wanted(post), this.left];
      if (!('reward' in this.terms.payment) || wanted <= left) post.earned += Math.min(wanted, left);
    }
  }

  private pauseIfSpent(): void {
    const least = 'reward' in this.terms.payment ? this.terms.payment.reward : 1;
    if (this.status === 'RUNNING' && this.left < least)
      Object.assign(this, { status: 'PAUSED', pauseReason: 'BUDGET_EXHAUSTED' });
  }

  private get isExhausted(): boolean {
    return this.left < ('reward' in this.terms.payment ? this.terms.payment.reward : 1);
  }

  pause(): Outcome {
    if (this.status !== 'RUNNING') return 'INVALID_STATE';
    Object.assign(this, { status: 'PAUSED', pauseReason: 'MANUAL' });
    return 'OK';
  }

  resume(): Outcome {
    if (this.status !== 'PAUSED' || this.isExhausted) return 'INVALID_STATE';
    Object.assign(this, { status: 'RUNNING', pauseReason: null });
    return 'OK';
  }

  raise(cents: number): Outcome {
    if (!this.isLive) return 'INVALID_STATE';
    this.budget += cents;
    this.accrueAll();
    if (this.pauseReason === 'BUDGET_EXHAUSTED' && !this.isExhausted)
      Object.assign(this, { status: 'RUNNING', pauseReason: null });
    this.pauseIfSpent();
    return 'OK';
  }

  private accrueAll(): void {
    this.accrue(this.posts.filter(({ status }) => status === 'ACCEPTED'));
  }

  end(status: 'COMPLETED' | 'CANCELLED'): Outcome {
    if (!this.isLive) return 'INVALID_STATE';
    this.accrueAll();
    const undecided = this.posts.filter((post) => [post.status, post.former].includes('ON_MODERATION'));
    for (const post of undecided) {
      const isGenuine = post.status === 'ON_MODERATION' && post.seen === 'PUBLIC' && post.missing === 0;
      if (isGenuine && this.left > 0 && this.take([post]).length === 1) this.accrue([post]);
      else Object.assign(post, { status: 'REJECTED', former: null });
    }
    this.pay();
    Object.assign(this, { status, pauseReason: null });
    return 'OK';
  }

  pay(): void {
    for (const post of this.posts) post.paid = post.earned;
  }

  /** The nightly sweep removes what would be too old before the next night. */
  sweep(now: number): void {
    for (const post of this.posts) {
      if (post.account !== 0) continue;
      if (post.views && post.views.at < now - keptMs + dayMs) post.views = null;
      if (post.counted && post.counted.at < now - keptMs + dayMs) post.counted = null;
    }
  }

  /** Whether the advertiser may see the metrics of the post. */
  isSeen({ account }: ModelPost): boolean {
    return account === 0 || this.isShared;
  }

  /** Whether metrics of that time are young enough to be shown. */
  isYoung({ account }: ModelPost, at: number, now: number): boolean {
    return account !== 0 || at >= now - keptMs;
  }

  viewsOf(post: ModelPost, now: number): number | null {
    return post.views && this.isYoung(post, post.views.at, now) ? post.views.count : null;
  }

  /** The sums of these posts that the advertiser sees. */
  sums(posts: readonly ModelPost[], now: number) {
    const seen = posts.filter((post) => this.isSeen(post));
    // A post that is submitted again counts once, by the newest submission whose views are known.
    const byContent = new Map(
      seen.flatMap((post): [string, number][] => {
        const views = this.viewsOf(post, now);
        return views === null ? [] : [[`${post.account} ${post.content}`, views]];
      }),
    );
    const known = [...byContent.values()];
    const videos = posts.filter(({ status }) => status === 'ACCEPTED');
    const counted = videos.flatMap((post) =>
      this.isSeen(post) && post.counted && this.isYoung(post, post.counted.at, now) ? [post.counted] : [],
    );
    const [views, likes, comments] = [
      counted.map((c) => c.views),
      counted.map((c) => c.likes),
      counted.map((c) => c.comments),
    ].map(sum);
    const rate = views
      ? Math.round((20_000 * ((likes ?? 0) + (comments ?? 0)) + views) / (2 * views) - 0.5) / 100
      : null;
    return {
      totalViews: known.length === 0 ? null : sum(known),
      engagement: {
        ...{ views, likes, comments, er: rate },
        erCoverage: { measuredPosts: counted.length, totalPosts: videos.length },
      },
    };
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, n) => total + n, 0);
