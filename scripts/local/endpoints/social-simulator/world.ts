import { setTimeout } from 'node:timers/promises';
import * as z from 'zod';
import type { LocalClock } from '../../clock.ts';
import {
  countsOf,
  derivedAudience,
  derivedFollowers,
  derivedPosts,
  hash,
  isHandle,
  strayPost,
} from './derived-accounts.ts';
import { pictureFaults, pictureUrl } from './pictures.ts';
import {
  type Fault,
  faults,
  type PlatformWorld,
  type SimulatedAccount,
  type SimulatedGrant,
  type SimulatedPlatform,
  type SimulatedPost,
} from './simulated-platform.ts';

const count = z.int().min(0).nullable().optional();
const post = z.strictObject({
  id: z.string().min(1).max(40),
  publishedAt: z.iso.datetime(),
  media: z.enum(['VIDEO', 'SHORT_VIDEO', 'STREAM', 'PHOTO', 'TEXT', 'STORY']).default('VIDEO'),
  title: z.string().optional(),
  durationSeconds: z.int().min(0).nullable().default(60),
  state: z.enum(['PUBLIC', 'UNLISTED', 'PRIVATE', 'UPCOMING']).default('PUBLIC'),
  /** By default in proportion to the views. */
  views: z.int().min(0).nullable(),
  likes: count,
  comments: count,
  saves: count,
  shares: count,
});

const audience = z.strictObject({
  geo: z.record(z.string(), z.number()),
  demo: z.record(z.string(), z.record(z.string(), z.number())),
});

/** The changes of an account by a developer or a test; omitted fields keep their defaults. */
export const change = z.strictObject({
  /** The name and the title that the platform states; by default the requested name. A hostile platform states any text. */
  handle: z.string().optional(),
  title: z.string().optional(),
  description: z.string().optional(),
  followers: z.int().min(0).nullable().optional(),
  /** A name from before there were handles, at YouTube. */
  username: z.string().optional(),
  posts: z.array(post).max(200).optional(),
  /** Posts besides those. */
  morePosts: z.array(post).max(200).optional(),
  audience: audience.nullable().optional(),
  /** Ids of posts that it has published, but does not list any more. */
  publishes: z.array(z.string()).optional(),
  /** Another name gives another picture. */
  picture: z.string().optional(),
  isGone: z.boolean().optional(),
  fails: z.enum([...faults, ...pictureFaults]).optional(),
  /** The only endpoints that fail; by default all. */
  failsAt: z.enum(['token', 'api']).optional(),
  /** The delay of each answer for a slow account, in milliseconds; by default a second. */
  slowMs: z.int().min(0).max(60_000).optional(),
});
export type Change = z.output<typeof change>;

/** The changes and the requested handles of a world by external id, as they are stored. */
export const keptWorld = z.strictObject({
  changes: z.record(z.string(), change),
  handles: z.record(z.string(), z.string()),
});
export type ChangedPost = z.input<typeof post>;

/** What the simulator knows besides the accounts. */
export interface Surroundings {
  readonly clock: Pick<LocalClock, 'now'>;
  readonly originOf: () => string;
  readonly isApp: (token: string) => boolean;
  readonly grantOf: (
    accessToken: string,
  ) => { readonly externalId: string; readonly scopes: readonly string[] } | undefined;
  readonly count: (resource: string, externalId: string) => void;
}

/** The accounts of one platform with their changes. */
export class World implements PlatformWorld {
  readonly #ids: SimulatedPlatform;
  readonly #around: Surroundings;
  readonly #changes = new Map<string, Change>();
  /** Requested handles, because most ids cannot contain one. */
  readonly #handles = new Map<string, string>();
  readonly #ownerOfPost = new Map<string, string>();
  readonly #subscribed = new Set<string>();
  #wait: (() => Promise<void>) | null = null;

  constructor(ids: SimulatedPlatform, around: Surroundings) {
    this.#ids = ids;
    this.#around = around;
  }

  now = (): Date => this.#around.clock.now();
  isApp = (token: string): boolean => this.#around.isApp(token);
  count = (resource: string, externalId: string): void => this.#around.count(resource, externalId);

  subscribe(externalId: string): void {
    this.#subscribed.add(externalId);
  }

  isSubscribed = (externalId: string): boolean => this.#subscribed.has(externalId);

  state(): z.output<typeof keptWorld> {
    return { changes: Object.fromEntries(this.#changes), handles: Object.fromEntries(this.#handles) };
  }

  restore({ changes, handles }: z.output<typeof keptWorld>): void {
    for (const [externalId, changed] of Object.entries(changes)) this.#changes.set(externalId, changed);
    for (const [externalId, handle] of Object.entries(handles)) this.#handles.set(externalId, handle);
    // The owners of their posts are known before somebody reads the accounts.
    for (const externalId of this.#changes.keys()) this.byId(externalId);
  }

  change(handle: string, wanted: Change): void {
    this.#changes.set(this.#ids.externalIdOf(handle), wanted);
  }

  forget(handle: string): void {
    this.#changes.delete(this.#ids.externalIdOf(handle));
  }

  changeOf(externalId: string): Change {
    return this.#changes.get(externalId) ?? {};
  }

  faultOf(externalId: string): Fault | undefined {
    return this.#faultAt('api', externalId);
  }

  /** The fault of an account at the token endpoints. */
  tokenFaultOf(externalId: string): Fault | undefined {
    return this.#faultAt('token', externalId);
  }

  #faultAt(place: 'token' | 'api', externalId: string): Fault | undefined {
    const { fails, failsAt = place, slowMs = 1_000 } = this.changeOf(externalId);
    if (failsAt !== place) return undefined;
    if (fails === 'slow') this.#wait = () => setTimeout(slowMs);
    if (fails === 'held') this.#wait = () => this.#untilReleased(externalId);
    return faults.find((fault) => fault === fails);
  }

  /** What the answer that was made last must wait for, if its account is slow or held. The simulator makes one answer after the other. */
  takeWait(): (() => Promise<void>) | null {
    const wait = this.#wait;
    this.#wait = null;
    return wait;
  }

  async #untilReleased(externalId: string): Promise<void> {
    while (this.changeOf(externalId).fails === 'held') await setTimeout(20);
  }

  grantOf(accessToken: string): SimulatedGrant | undefined {
    const grant = this.#around.grantOf(accessToken);
    const account = grant && this.byId(grant.externalId);
    return grant && account && { account, scopes: grant.scopes };
  }

  byHandle(handle: string): SimulatedAccount | undefined {
    if (!isHandle(handle)) return undefined;
    const externalId = this.#ids.externalIdOf(handle);
    this.#handles.set(externalId, handle);
    return this.byId(externalId);
  }

  byUsername(username: string): SimulatedAccount | undefined {
    const [externalId] = [...this.#changes].find(([, changed]) => changed.username === username) ?? [];
    return externalId === undefined ? undefined : this.byId(externalId);
  }

  byId(externalId: string): SimulatedAccount | undefined {
    const changed = this.changeOf(externalId);
    if (changed.isGone || !this.#ids.isExternalId(externalId)) return undefined;
    const handle = this.#handles.get(externalId) ?? this.#ids.handleIn?.(externalId) ?? generatedHandle(externalId);
    const account = {
      externalId,
      handle: changed.handle ?? handle,
      title: changed.title ?? handle,
      description: changed.description ?? `Posts by ${handle}. This account exists in the simulator alone.`,
      followers: changed.followers === undefined ? derivedFollowers(externalId) : changed.followers,
      audience: changed.audience === undefined ? derivedAudience(externalId) : changed.audience,
      pictureUrl: pictureUrl(this.#around.originOf(), externalId, changed.fails),
      posts: withMore(
        changed.posts?.map(asPost) ?? derivedPosts(this.#ids, externalId, this.now()),
        changed.morePosts?.map(asPost),
      ),
    };
    for (const { id } of account.posts) this.#ownerOfPost.set(id, externalId);
    return account;
  }

  ownerOf = (id: string): string | undefined => this.#ownerOfPost.get(id);

  post(id: string): { account: SimulatedAccount; post: SimulatedPost } | undefined {
    const externalId = this.#ownerOfPost.get(id);
    if (externalId === undefined) {
      const [publisher] = [...this.#changes].find(([, { publishes = [] }]) => publishes.includes(id)) ?? [];
      const account = publisher === undefined ? this.byHandle('somebody') : this.byId(publisher);
      const stray = this.#ids.isContentId(id) && strayPost(id, this.now());
      return account && stray ? { account, post: stray } : undefined;
    }
    const account = this.byId(externalId);
    const found = account?.posts.find((known) => known.id === id);
    return account && found && { account, post: found };
  }
}

const generatedHandle = (externalId: string): string => `user-${hash(externalId).toString('hex').slice(0, 8)}`;

/** All posts, newest first. */
const withMore = (posts: SimulatedPost[], more: readonly SimulatedPost[] = []): SimulatedPost[] =>
  more.length === 0
    ? posts
    : [...posts, ...more].sort((one, other) => other.publishedAt.localeCompare(one.publishedAt));

/** An omitted count has its usual share of the views; null is hidden. */
function asPost({ views, likes, comments, saves, shares, title, ...rest }: z.output<typeof post>): SimulatedPost {
  const usual = countsOf(views);
  const given = { likes, comments, saves, shares };
  const known = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return { ...rest, title: title ?? `Video ${rest.id}`, counts: { ...usual, ...known } };
}
