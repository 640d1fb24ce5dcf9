import { type Platform, platforms } from '../shared/enums.ts';
import { type VerificationMethod, verificationMethodOf } from '../social-accounts/verification-methods.ts';
import { metricTerms, type Sharing } from './metric-terms.ts';

/**
 * What a platform's official API can provide about an account and its posts. PROFILE: name and picture. PROFILE_TEXT: the text in which a code can
 * stand. POST_LIST: the latest posts of the account. The counts are those of a post. AUDIENCE: its countries, ages and genders.
 */
export const platformFacts = [
  'PROFILE',
  'PROFILE_TEXT',
  'FOLLOWERS',
  'POST_LIST',
  'VIEWS',
  'LIKES',
  'COMMENTS',
  'SAVES',
  'SHARES',
  'AUDIENCE',
] as const;
export type PlatformFact = (typeof platformFacts)[number];

interface Facts {
  /** By the key of the application, without the owner of the account. */
  readonly byKey: readonly PlatformFact[];
  /** By the grant of the account's owner. */
  readonly byGrant: readonly PlatformFact[];
}

const nothing: readonly PlatformFact[] = [];
const profile = ['PROFILE', 'PROFILE_TEXT', 'FOLLOWERS'] as const;
const allCounts = ['VIEWS', 'LIKES', 'COMMENTS', 'SAVES', 'SHARES'] as const;
const youtube = [...profile, 'POST_LIST', 'VIEWS', 'LIKES', 'COMMENTS'] as const;
const x = [...profile, 'POST_LIST', ...allCounts] as const;
const twitch = [...profile, 'POST_LIST', 'VIEWS'] as const;
const kick = ['PROFILE', 'PROFILE_TEXT'] as const;

/** The facts of each platform. The tests compare them with what the adapters read. */
export const factsOf: Readonly<Record<Platform, Facts>> = {
  YOUTUBE: { byKey: youtube, byGrant: [...youtube, 'AUDIENCE'] },
  TIKTOK: { byKey: nothing, byGrant: [...profile, 'POST_LIST', 'VIEWS', 'LIKES', 'COMMENTS', 'SHARES'] },
  INSTAGRAM: { byKey: nothing, byGrant: ['PROFILE', 'FOLLOWERS', 'POST_LIST', ...allCounts, 'AUDIENCE'] },
  X: { byKey: x, byGrant: x },
  TWITCH: { byKey: twitch, byGrant: twitch },
  KICK: { byKey: kick, byGrant: kick },
};

interface Capability {
  readonly facts: readonly PlatformFact[];
  /** To whom the metrics may be shown besides the account's owner; null when there is none. */
  readonly sharing: Sharing | null;
}

export interface PlatformCapabilities {
  readonly withoutConnection: Capability;
  readonly withConnection: Capability;
  /** Days for which the terms of the platform allow metrics and pictures to be stored; null when they set no limit. */
  readonly keptDays: number | null;
  /** How the owner can prove an account. */
  readonly verificationMethods: readonly VerificationMethod[];
}

export const platformCapabilities: Readonly<Record<Platform, PlatformCapabilities>> = byPlatform((platform) => {
  const { byKey, byGrant } = factsOf[platform];
  const { sharing, keptDays } = metricTerms[platform];
  return {
    withoutConnection: { facts: byKey, sharing: byKey.length === 0 ? null : sharing.byKey },
    withConnection: { facts: byGrant, sharing: sharing.byGrant },
    keptDays,
    verificationMethods: verificationMethodOf[platform] === 'BIO_CODE' ? ['BIO_CODE', 'OAUTH'] : ['OAUTH'],
  };
});

/** Safe: every platform has an entry. */
function byPlatform<T>(entryOf: (platform: Platform) => T): Readonly<Record<Platform, T>> {
  return Object.fromEntries(platforms.map((platform) => [platform, entryOf(platform)])) as Record<Platform, T>;
}
