import type { MediaType, UnknownCount, Visibility } from '../../../schema/metrics/readings.ts';

/**
 * The API of a platform, as far as this service uses it. Failures throw a PlatformFailure; nothing else but an absent account or post is an
 * answer. Each request is spent before it is made, see Meter.
 */
export interface SocialPlatform {
  /** The maximum of ids in one call of posts(). */
  readonly postsPerCall: number;
  /** What each call of the application costs. The calls of a grant cost the same units. */
  readonly costs: {
    readonly channel: Cost;
    readonly latest: Cost;
    readonly posts: (ids: number) => Cost;
    /** Without it the API states no audience. */
    readonly audience?: Cost;
  };
  /** The limits of the platform besides the budget of the day. */
  readonly windows: Windows;
  /** The bucket that calls of the grant of an account count against in place of the application's; without it they are the same. */
  readonly bucketOfGrants?: (bucket: string, accountId: number) => string;
  /** The current account, or null when there is none. An external id stays the same when the handle changes. */
  channel(ref: ChannelRef, by: Credential): Promise<SocialChannel | null>;
  /**
   * One page of the latest posts of an account, newest first. Empty when the account is gone. A page may have no posts although another one
   * follows. A page with a malformed item fails, because a post that it lacks is taken for one that is not public any more.
   */
  latest(externalId: string, by: Credential, page: LatestPage): Promise<PostPage>;
  /**
   * Readings by id, for at most postsPerCall ids. An id has none when the platform's answer for it is malformed: that says nothing about the
   * post. When no part of the answer can be used, the call fails.
   */
  posts(ids: readonly string[], by: Credential, known?: MediaIds): Promise<ReadonlyMap<string, Reading>>;
  /** The audience that the platform states for the account of the grant; null when it states none. */
  audience(by: Grant, period: AudiencePeriod): Promise<AudienceReading | null>;
  /** The bytes at an address that the platform has returned. The caller must check their type. */
  image(url: string): Promise<Uint8Array<ArrayBuffer>>;
}

/** Who asks: the application with its own key, or the grant of a creator. */
export type Credential = 'APP' | Grant;

export interface Grant {
  readonly accessToken: string;
  /** The account that has granted, at its platform. */
  readonly externalId: string;
  /** The same account here; undefined while it is being connected. */
  readonly accountId?: number;
}

export type ChannelRef = { readonly externalId: string } | { readonly handle: string } | 'OWN';

export interface SocialChannel {
  readonly externalId: string;
  /** Without the @; null when the platform gives none. */
  readonly handle: string | null;
  readonly title: string;
  /** The text of the profile, where a code can stand. */
  readonly description: string;
  /** The address of the largest picture. */
  readonly avatarUrl: string | null;
  /** Null when the platform does not provide them, or the account hides them. */
  readonly followers: number | null;
  /** The list of its posts, where the API has one: with it latest() makes one request less. */
  readonly listId?: string | null | undefined;
}

export interface LatestPage {
  readonly limit: number;
  /** The `next` of the page before. */
  readonly cursor?: string | undefined;
  /** As channel() has stated it a moment ago. */
  readonly listId?: string | null | undefined;
  /** Without posts that are announced and not shown yet. Where the list does not say which these are, that is another request. */
  readonly withoutAnnounced?: boolean;
}

export interface PostPage {
  readonly posts: readonly PostRef[];
  /** Null on the last page. */
  readonly next: string | null;
}

export interface PostRef {
  readonly contentId: string;
  readonly publishedAt: Date;
}

/** A count, or the reason why it is unknown. Never 0 for an unknown one. */
export type Count = number | UnknownCount;

/** The media ids that earlier readings have stated, by content id. */
export type MediaIds = ReadonlyMap<string, string>;

/** GONE: deleted, or the platform knows no such post. PRIVATE: it exists, and the credential may not read it. */
export type Reading = PostReading | 'GONE' | 'PRIVATE';

export interface PostReading {
  /** The id by which the platform's events name it, and by which it can be asked for, where it is not the content id. */
  readonly mediaId?: string;
  /** The account that published it; null when the platform does not name it. */
  readonly ownerExternalId: string | null;
  readonly publishedAt: Date;
  readonly visibility: Visibility;
  readonly mediaType: MediaType;
  readonly title: string | null;
  /** The address of a picture. Some expire within hours. */
  readonly coverUrl: string | null;
  readonly durationSeconds: number | null;
  /** Without the #, in the order of the text. */
  readonly hashtags: readonly string[];
  readonly counts: Counts;
}

export interface Counts {
  readonly views: Count;
  readonly likes: Count;
  readonly comments: Count;
  readonly saves: Count;
  readonly shares: Count;
}

export interface AudiencePeriod {
  readonly now: Date;
}

export interface AudienceReading {
  /** The days that the shares cover; null for the whole life of the account. */
  readonly periodDays: number | null;
  /** Shares from 0 to 1, the largest first. Empty when not provided. */
  readonly geo: readonly { readonly country: string; readonly share: number }[];
  readonly demo: readonly { readonly age: string; readonly gender: string; readonly share: number }[];
}

/** What one request costs. */
export interface Cost {
  /** The limit of the platform that the request counts against, such as an endpoint. */
  readonly bucket: string;
  /** Requests, or points where the platform counts points. */
  readonly calls: number;
  /** Units of the budget of the day. */
  readonly units: number;
}

/** The limits of a platform's API. */
export interface Meter {
  /**
   * Called before each request, or before several that are useless alone. False: the budget of the day or the window of the bucket does not
   * cover the cost, and nothing was spent.
   */
  spend(cost: Cost): Promise<boolean>;
  /** What an answer states about its bucket. With 0 remaining nothing more is requested until `resetsAt`. */
  report(bucket: string, window: { readonly remaining: number; readonly resetsAt: Date }): void;
}

/** Calls that a platform takes in each window of so many seconds, by the name of the bucket. One that is not listed has no such limit. */
export type Windows = Readonly<Record<string, { readonly calls: number; readonly seconds: number }>>;
