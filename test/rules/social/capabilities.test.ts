import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PlatformFailure } from '../../../functions/platform/social/index.ts';
import { instagram } from '../../../functions/platform/social/instagram/instagram.ts';
import { kick } from '../../../functions/platform/social/kick/kick.ts';
import { oauthTerms } from '../../../functions/platform/social/oauth/terms.ts';
import type { Count, Credential, Meter, SocialPlatform } from '../../../functions/platform/social/social-platform.ts';
import { tiktok } from '../../../functions/platform/social/tiktok/tiktok.ts';
import { twitch } from '../../../functions/platform/social/twitch/twitch.ts';
import { x } from '../../../functions/platform/social/x/x.ts';
import { youtube } from '../../../functions/platform/social/youtube/youtube.ts';
import { factsOf, type PlatformFact, platformFacts } from '../../../schema/metrics/platform-capabilities.ts';
import { type Platform, platforms } from '../../../schema/shared/enums.ts';
import type { Endpoint } from '../../../scripts/local/endpoints/endpoint.ts';
import { derivedAudience, hash } from '../../../scripts/local/endpoints/social-simulator/derived-accounts.ts';
import { instagram as simulatedInstagram } from '../../../scripts/local/endpoints/social-simulator/instagram/instagram.ts';
import { kick as simulatedKick } from '../../../scripts/local/endpoints/social-simulator/kick/kick.ts';
import type {
  SimulatedAccount,
  SimulatedPlatform,
} from '../../../scripts/local/endpoints/social-simulator/simulated-platform.ts';
import { tiktok as simulatedTikTok } from '../../../scripts/local/endpoints/social-simulator/tiktok/tiktok.ts';
import { twitch as simulatedTwitch } from '../../../scripts/local/endpoints/social-simulator/twitch/twitch.ts';
import { x as simulatedX } from '../../../scripts/local/endpoints/social-simulator/x/x.ts';
import { youtube as simulatedYouTube } from '../../../scripts/local/endpoints/social-simulator/youtube/youtube.ts';
import { CountingMeter } from '../../support/social/counting-meter.ts';
import { appToken, givenToken, grantToken, PlainWorld, servePlatform } from '../../support/social/plain-world.ts';

interface Pair {
  readonly simulated: SimulatedPlatform;
  readonly adapter: (apiUrl: string, meter: Meter) => SocialPlatform;
}

const pairs: Readonly<Record<Platform, Pair>> = {
  YOUTUBE: {
    simulated: simulatedYouTube,
    adapter: (apiUrl, meter) =>
      youtube({ apiUrl: `${apiUrl}/v3`, analyticsUrl: `${apiUrl}/analytics/v2/`, apiKey: appToken }, meter),
  },
  TIKTOK: { simulated: simulatedTikTok, adapter: (apiUrl, meter) => tiktok({ apiUrl }, meter) },
  INSTAGRAM: { simulated: simulatedInstagram, adapter: (apiUrl, meter) => instagram({ apiUrl }, meter) },
  X: { simulated: simulatedX, adapter: (apiUrl, meter) => x({ apiUrl, appToken }, meter) },
  TWITCH: {
    simulated: simulatedTwitch,
    adapter: (apiUrl, meter) => twitch({ apiUrl, clientId: 'client', appToken: givenToken }, meter),
  },
  KICK: { simulated: simulatedKick, adapter: (apiUrl, meter) => kick({ apiUrl, appToken: givenToken }, meter) },
};

const worlds = new Map<Platform, { readonly account: SimulatedAccount; readonly endpoint: Endpoint }>();

beforeAll(async () => {
  for (const platform of platforms) {
    const { simulated } = pairs[platform];
    const world = new PlainWorld();
    const account = anAccount(simulated);
    world.accounts = [account];
    world.grant = { account, scopes: oauthTerms[platform].scopes };
    worlds.set(platform, { account, endpoint: await servePlatform(simulated, world) });
  }
});
afterAll(async () => {
  for (const { endpoint } of worlds.values()) await endpoint.stop();
});

/** An account that hides nothing, with one video. */
function anAccount(simulated: SimulatedPlatform): SimulatedAccount {
  const externalId = simulated.externalIdOf('mayarivers');
  const video = {
    id: simulated.contentIdOf(hash('a video')),
    publishedAt: '2026-11-01T10:00:00.000Z',
    media: 'VIDEO',
    title: 'A video',
    durationSeconds: 60,
    state: 'PUBLIC',
    counts: { views: 900, likes: 90, comments: 9, saves: 8, shares: 7 },
  } as const;
  return {
    ...{ externalId, handle: 'mayarivers', title: 'Maya', description: 'Cozy games.', followers: 5_000 },
    ...{ posts: [video], audience: derivedAudience(externalId), pictureUrl: 'http://127.0.0.1:9/pictures/one' },
  };
}

/** The facts that the adapter of a platform reads of an account that hides nothing. */
async function factsRead(platform: Platform, asker: 'APP' | 'GRANT'): Promise<PlatformFact[]> {
  const { account, endpoint } = worlds.get(platform) ?? { account: undefined, endpoint: undefined };
  if (account === undefined) throw new Error(`${platform} has no world`);
  const { externalId } = account;
  const adapter = pairs[platform].adapter(endpoint.url, new CountingMeter());
  const by: Credential = asker === 'APP' ? 'APP' : { accessToken: grantToken, externalId };
  const profile = await unlessRefused(adapter.channel(by === 'APP' ? { externalId } : 'OWN', by));
  const listed = adapter.postsPerCall === 0 ? null : await unlessRefused(adapter.latest(externalId, by, { limit: 5 }));
  const [post] = listed?.posts ?? [];
  const read = post && (await adapter.posts([post.contentId], by)).get(post.contentId);
  const counts = typeof read === 'object' ? read.counts : undefined;
  const known = (count: Count | undefined) => count !== undefined && count !== 'NOT_OFFERED';
  const found: Readonly<Record<PlatformFact, boolean>> = {
    PROFILE: profile !== null,
    PROFILE_TEXT: (profile?.description ?? '') !== '',
    FOLLOWERS: (profile?.followers ?? null) !== null,
    POST_LIST: post !== undefined,
    VIEWS: known(counts?.views),
    LIKES: known(counts?.likes),
    COMMENTS: known(counts?.comments),
    SAVES: known(counts?.saves),
    SHARES: known(counts?.shares),
    AUDIENCE: by !== 'APP' && (await adapter.audience(by, { now: new Date() })) !== null,
  };
  return platformFacts.filter((fact) => found[fact]);
}

async function unlessRefused<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof PlatformFailure && error.kind === 'NOT_GRANTED') return null;
    throw error;
  }
}

describe('the capabilities in the dictionaries', () => {
  test.each(platforms)('are what the adapter of %s reads without a connection', async (platform) => {
    expect(await factsRead(platform, 'APP')).toEqual(factsOf[platform].byKey);
  });

  test.each(platforms)('are what the adapter of %s reads under a connection', async (platform) => {
    expect(await factsRead(platform, 'GRANT')).toEqual(factsOf[platform].byGrant);
  });
});
