import type { MetricTerms } from '../../../schema/metrics/metric-terms.ts';

/** A platform's public API, as far as this service uses it. Failures throw SERVICE_UNAVAILABLE. */
export interface SocialPlatform {
  /** The rules for its metrics, and their definitions. */
  readonly metrics: MetricTerms;
  /** The current account, or null when there is none. An external id stays the same when the handle changes. */
  channel(ref: ChannelRef): Promise<SocialChannel | null>;
  /** The latest public videos, newest first; none when the channel is gone. */
  latestVideos(externalId: string, limit: number): Promise<SocialVideo[]>;
  /** The counters of posts by id, for at most one call's worth of ids. Deleted and private posts are absent. */
  posts(ids: readonly string[]): Promise<ReadonlyMap<string, PostCounters>>;
  /** The bytes at an address that the platform has returned. The caller must check their type. */
  image(url: string): Promise<Uint8Array<ArrayBuffer>>;
}

export type ChannelRef = { readonly externalId: string } | { readonly handle: string };

export interface SocialChannel {
  readonly externalId: string;
  /** Without the @; null when the platform gives none. */
  readonly handle: string | null;
  readonly title: string;
  readonly description: string;
  /** The address of the largest picture. */
  readonly avatarUrl: string | null;
}

export interface SocialVideo {
  readonly externalId: string;
  readonly publishedAt: Date;
  /** Null, never 0, when the platform does not give it. */
  readonly views: number | null;
}

/** Each is null, never 0, when the platform does not give it or the author hides it. */
export interface PostCounters {
  readonly views: number | null;
  readonly likes: number | null;
  readonly comments: number | null;
  readonly saves: number | null;
}

/** Called before each request. Returns false when the remaining daily budget does not cover the units. */
export type Spend = (units: number) => Promise<boolean>;
