import type { MetricTerms } from './metric-terms.ts';

/** A platform's public API, as far as this service asks it. What it does not give is thrown as SERVICE_UNAVAILABLE. */
export interface SocialPlatform {
  /** What may be done with what it tells, and what that is. */
  readonly figures: MetricTerms;
  /** The account as it is now, or null when the platform knows none. An external id outlives a change of handle. */
  channel(ref: ChannelRef): Promise<SocialChannel | null>;
  /** The latest public videos, newest first; none when the channel has none or is gone. */
  latestVideos(externalId: string, limit: number): Promise<SocialVideo[]>;
  /** What is counted of posts by their ids, at most a call's worth of them. One that is deleted or private is not there. */
  posts(ids: readonly string[]): Promise<ReadonlyMap<string, PostCounters>>;
  /** The bytes behind an address that the platform itself gave. What they are, the caller has to see. */
  image(url: string): Promise<Uint8Array<ArrayBuffer>>;
}

export type ChannelRef = { readonly externalId: string } | { readonly handle: string };

export interface SocialChannel {
  readonly externalId: string;
  /** Without the @; null where the platform tells none. */
  readonly handle: string | null;
  readonly title: string;
  readonly description: string;
  /** Of the largest picture. */
  readonly avatarUrl: string | null;
}

export interface SocialVideo {
  readonly externalId: string;
  readonly publishedAt: Date;
  /** Null where the platform does not tell, never 0 for that. */
  readonly views: number | null;
}

/** Each null where the platform does not tell it, or its author hides it; never 0 for that. */
export interface PostCounters {
  readonly views: number | null;
  readonly likes: number | null;
  readonly comments: number | null;
  readonly saves: number | null;
}

/** Asked before each call: false when the day's budget of the platform does not cover so many units. */
export type Spend = (units: number) => Promise<boolean>;
