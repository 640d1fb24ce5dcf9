import { describe, expect, test } from 'vitest';
import { platformOf } from '../../../functions/platform/social/index.ts';
import { oauthTerms } from '../../../functions/platform/social/oauth/terms.ts';
import type { PostReading, Reading, SocialChannel } from '../../../functions/platform/social/social-platform.ts';
import { withUsableAnswers } from '../../../functions/platform/social/usable-answers.ts';
import { youtube } from '../../../functions/platform/social/youtube/youtube.ts';
import { readSettings } from '../../../functions/settings/index.ts';
import { platforms } from '../../../schema/shared/enums.ts';
import { simulated } from '../../../scripts/local/endpoints/social-simulator/index.ts';
import { completeSettings } from '../../support/complete-settings.ts';
import { failureOf } from '../../support/social/failure-of.ts';
import { rich } from '../../support/social/meters.ts';
import { grantToken, PlainWorld, servePlatform } from '../../support/social/plain-world.ts';
import { aSimulatedAccount } from '../../support/social/simulated-account.ts';

const usable: SocialChannel = {
  externalId: 'UC-7_x.=+/',
  handle: 'maya.rivers-日本',
  title: 'Maya 😀',
  description: 'Games.',
  avatarUrl: 'https://yt3.ggpht.com/one',
  followers: 12,
};
const noSettings = { apiUrl: 'http://127.0.0.1:9', analyticsUrl: 'http://127.0.0.1:9', apiKey: undefined };

/** The profile that a caller gets when the platform states this one. */
const read = (stated: SocialChannel | null) =>
  withUsableAnswers({ ...youtube(noSettings, rich), channel: async () => stated }).channel('OWN', 'APP');

describe('a usable profile', () => {
  test('arrives unchanged, and an absent account stays absent', async () => {
    expect(await read(usable)).toEqual(usable);
    expect(await read(null)).toBeNull();
  });

  test('may lack a name, a picture and followers', async () => {
    const bare = { ...usable, handle: null, avatarUrl: null, followers: null };
    expect(await read(bare)).toEqual(bare);
  });

  test('may have a name and an id of 100 characters', async () => {
    const long = { ...usable, handle: '😀'.repeat(100), externalId: '7'.repeat(100) };
    expect(await read(long)).toEqual(long);
  });

  test.each([
    ['NUL', 'Ma\u0000ya', 'Ma ya'],
    ['a line break', 'Ma\nya', 'Ma ya'],
    ['a lone surrogate', 'Ma\ud83dya', 'Ma\ufffdya'],
    ['201 characters', 'x'.repeat(201), 'x'.repeat(200)],
    ['a pair at the cut', `${'x'.repeat(199)}😀`, `${'x'.repeat(199)}\ufffd`],
  ])('has a title that Postgres can store, although the platform states one with %s', async (_, title, stored) => {
    expect(await read({ ...usable, title, description: title.slice(0, 5) })).toMatchObject({
      title: stored,
      description: stored.slice(0, 5),
    });
  });

  test('a picture whose address is no URL counts as none', async () => {
    expect((await read({ ...usable, avatarUrl: '//no address' }))?.avatarUrl).toBeNull();
  });
});

const unusable: [string, Partial<SocialChannel>][] = [
  ['a name with NUL', { handle: 'ma\u0000ya' }],
  ['a name with a line break', { handle: 'ma\nya' }],
  ['a name with a lone surrogate', { handle: 'ma\ud83dya' }],
  ['a name of 101 characters', { handle: 'x'.repeat(101) }],
  ['a blank name', { handle: ' \u200b' }],
  ['an empty id', { externalId: '' }],
  ['an id with NUL', { externalId: '7\u00007' }],
  ['an id with a space', { externalId: '7 7' }],
  ['an id of 101 characters', { externalId: '7'.repeat(101) }],
  ['negative followers', { followers: -1 }],
  ['followers above 2^53', { followers: 2 ** 53 }],
  ['a fraction of a follower', { followers: 0.5 }],
];
test.each(unusable)('a profile with %s is a failure of the platform', async (_, change) => {
  const { kind, cause } = await failureOf(read({ ...usable, ...change }));
  expect([kind, String(cause)]).toEqual(['SILENT', expect.stringContaining('the profile is malformed')]);
});

test.each(platforms)('an unusable profile of %s is a failure, whoever asks', async (platform) => {
  const world = new PlainWorld();
  const externalId = simulated[platform].externalIdOf('maya');
  const account = aSimulatedAccount({ externalId, handle: 'x'.repeat(200), title: 'Maya' });
  world.grant = { account, scopes: oauthTerms[platform].scopes };
  const endpoint = await servePlatform(simulated[platform], world);
  const settings = readSettings('jobs', {
    ...completeSettings,
    APP_ENV: 'development',
    [`${platform}_API_URL`]: endpoint.url + (platform === 'YOUTUBE' ? '/v3' : ''),
    [`${platform}_CLIENT_ID`]: 'id',
    [`${platform}_CLIENT_SECRET`]: 'secret',
  });
  const adapter = platformOf(settings, platform, 'GRANT', rich);
  const failure = await failureOf(Promise.resolve(adapter?.channel('OWN', { accessToken: grantToken, externalId })));
  await endpoint.stop();
  expect(String(failure.cause)).toContain('the profile is malformed: handle');
});

test('the title of a post loses what Postgres cannot store, and a post without a title or without a reading stays as it is', async () => {
  const reading: Omit<PostReading, 'title'> = {
    ...{ ownerExternalId: null, publishedAt: new Date(0), visibility: 'PUBLIC', mediaType: 'VIDEO', coverUrl: null },
    ...{ durationSeconds: null, hashtags: [], counts: { views: 1, likes: 1, comments: 1, saves: 1, shares: 1 } },
  };
  const told = new Map<string, Reading>([
    ['one', { ...reading, title: 'Iced\0tea\n\ud83c' }],
    ['other', { ...reading, title: null }],
    ['gone', 'GONE'],
  ]);
  const adapter = withUsableAnswers({ ...youtube(noSettings, rich), posts: async () => told });
  const readings = await adapter.posts(['one', 'other', 'gone'], 'APP');
  expect(readings.get('one')).toEqual({ ...reading, title: 'Iced tea \ufffd' });
  expect(readings.get('other')).toEqual({ ...reading, title: null });
  expect(readings.get('gone')).toBe('GONE');
});

test.each([
  [0, 0],
  [2 ** 31 - 1, 2 ** 31 - 1],
  [2 ** 31, null],
  [-1, null],
])(
  'the duration of %d s of a post is read as %j, because the tables hold no longer one',
  async (durationSeconds, read) => {
    const reading: PostReading = {
      ...{ ownerExternalId: null, publishedAt: new Date(0), visibility: 'PUBLIC', mediaType: 'VIDEO', coverUrl: null },
      ...{ title: null, hashtags: [], counts: { views: 1, likes: 1, comments: 1, saves: 1, shares: 1 } },
      durationSeconds,
    };
    const adapter = withUsableAnswers({ ...youtube(noSettings, rich), posts: async () => new Map([['one', reading]]) });
    expect((await adapter.posts(['one'], 'APP')).get('one')).toEqual({ ...reading, durationSeconds: read });
  },
);
