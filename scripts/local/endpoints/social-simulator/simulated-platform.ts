import type { IncomingHttpHeaders } from 'node:http';
import type { Answer } from '../endpoint.ts';

/** An account at a platform. */
export interface SimulatedAccount {
  readonly externalId: string;
  readonly handle: string;
  readonly title: string;
  /** The text of the profile. */
  readonly description: string;
  readonly followers: number | null;
  /** Newest first. */
  readonly posts: readonly SimulatedPost[];
  /** Null: the platform states no audience. */
  readonly audience: SimulatedAudience | null;
  readonly pictureUrl: string | undefined;
}

export interface SimulatedPost {
  readonly id: string;
  readonly publishedAt: string;
  readonly media: 'VIDEO' | 'SHORT_VIDEO' | 'STREAM' | 'PHOTO' | 'TEXT' | 'STORY';
  readonly title: string;
  readonly durationSeconds: number | null;
  readonly state: 'PUBLIC' | 'UNLISTED' | 'PRIVATE' | 'UPCOMING';
  readonly counts: SimulatedCounts;
}

/** Null when its author hides it. */
export interface SimulatedCounts {
  readonly views: number | null;
  readonly likes: number | null;
  readonly comments: number | null;
  readonly saves: number | null;
  readonly shares: number | null;
}

/** Shares from 0 to 1. */
export interface SimulatedAudience {
  readonly geo: Readonly<Record<string, number>>;
  /** By gender (`f`, `m`, `u`), then by age such as `18-24`. */
  readonly demo: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/**
 * Faults of requests for an account. A platform answers each in its own shape, with its own status and headers; one that has no such
 * fault ignores it.
 */
export const faults = [
  '429',
  '500',
  // Only the lists of posts of YouTube.
  '500-of-lists',
  // At the token endpoints: the tokens are issued, and the code or the rotated refresh token is used up.
  '500-after-issue',
  // The right answer, after the delay of the account.
  'slow',
  // The right answer, once the account is changed again.
  'held',
  'timeout',
  'malformed',
  // YouTube refuses requests for this account alone.
  'declined',
  // Only the item of the newest post.
  'malformed-item',
  'quota',
  'expired-token',
  'revoked',
  'scope-missing',
  'empty-insights',
  'bad-metric',
  'partial-errors',
  'id-order-shuffled',
  'page-cursor-loop',
] as const;
export type Fault = (typeof faults)[number];

/** A grant that a person gave at the simulator's OAuth pages. */
export interface SimulatedGrant {
  readonly account: SimulatedAccount;
  readonly scopes: readonly string[];
}

/** The accounts of one platform, as its simulator sees them. */
export interface PlatformWorld {
  now(): Date;
  byHandle(handle: string): SimulatedAccount | undefined;
  byId(externalId: string): SimulatedAccount | undefined;
  /** YouTube: the account that has this name from before there were handles. */
  byUsername?(username: string): SimulatedAccount | undefined;
  /** Every well-formed id is a post: one that no account lists belongs to an account that does not list it. */
  post(id: string): { readonly account: SimulatedAccount; readonly post: SimulatedPost } | undefined;
  /** The account that has listed a post, also when it does not any more. */
  ownerOf(id: string): string | undefined;
  /** Undefined for a token that is unknown, expired or revoked. */
  grantOf(accessToken: string): SimulatedGrant | undefined;
  /** Whether this is the credential of the application itself. */
  isApp(token: string): boolean;
  faultOf(externalId: string): Fault | undefined;
  /** Instagram: from now on it sends the last counts of the account's stories. */
  subscribe?(externalId: string): void;
  /** Counts the call, for tests. */
  count(resource: string, externalId: string): void;
}

export interface PlatformRequest {
  readonly method: string;
  /** Below the platform's prefix, such as /videos. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** The simulator of one platform's API. */
export interface SimulatedPlatform {
  /** The same id for a handle at every start. */
  externalIdOf(handle: string): string;
  /** The handle in an id, where ids can contain one. */
  handleIn?(externalId: string): string | undefined;
  /** Whether a text can be the id of an account. */
  isExternalId(text: string): boolean;
  /** The id of a post from 32 random bytes: the same for the same bytes. */
  contentIdOf(digest: Uint8Array): string;
  isContentId(text: string): boolean;
  answer(request: PlatformRequest, world: PlatformWorld): Answer | Promise<Answer>;
}
