import { describe, expect, test } from 'vitest';
import { openOAuth } from '../../../functions/platform/social/oauth/oauth-client.ts';
import { usualAnswer } from '../../../functions/platform/social/oauth/usual-answer.ts';
import type { Meter } from '../../../functions/platform/social/social-platform.ts';
import type { Platform } from '../../../schema/shared/enums.ts';
import { CountingMeter } from '../../support/social/counting-meter.ts';
import { failureOf } from '../../support/social/failure-of.ts';
import { rich } from '../../support/social/meters.ts';
import { ownSimulator } from '../../support/social/own-simulator.ts';
import { type Recorded, serveRecorded } from '../../support/social/recorded.ts';

const now = new Date('2026-05-01T12:00:00Z');
const held = { accessToken: 'held', refreshToken: 'held', scopes: [] };

interface Registered {
  readonly url: string;
  readonly clientId?: string;
  readonly clientSecret?: string;
}

/** Refreshes the tokens of an application that is registered so. */
function refreshed(
  platform: Platform,
  { url, clientId = 'castline', clientSecret = 'a secret' }: Registered,
  meter: Meter = rich,
) {
  const access = {
    ...{ apiUrl: url, authorizeUrl: `${url}/authorize`, tokenUrl: `${url}/token`, revokeUrl: null, validateUrl: null },
    ...{ clientId, clientSecret, dailyUnits: 0 },
  };
  const client = openOAuth(platform, access, 'https://castline.example/callback') ?? expect.fail('it is registered');
  return client.refresh(held, now, meter);
}

async function refreshedBy(platform: Platform, path: string, answer: Recorded, meter: Meter = rich) {
  const recorded = await serveRecorded({ [path]: answer });
  return refreshed(platform, recorded, meter).finally(() => recorded.stop());
}

describe('a token answer', () => {
  test.each([
    ['KICK', '/token', null],
    ['KICK', '/token', undefined],
    ['INSTAGRAM', '/refresh_access_token', null],
  ] as const)('of %s at %s with expires_in %s is a token without a known end', async (platform, path, expires_in) => {
    const body = { access_token: 'new', refresh_token: 'next', token_type: 'bearer', expires_in };
    expect(await refreshedBy(platform, path, { body })).toMatchObject({ accessToken: 'new', expiresAt: null });
  });

  test('a null refresh token and a null scope keep those that are held', async () => {
    const body = { access_token: 'new', refresh_token: null, scope: null, expires_in: 60 };
    expect(await refreshedBy('TWITCH', '/token', { body })).toEqual({
      ...{ accessToken: 'new', refreshToken: 'held', scopes: [] },
      ...{ expiresAt: new Date('2026-05-01T12:01:00Z'), refreshExpiresAt: null },
    });
  });
});

describe('a refusal of Twitch', () => {
  test.each([
    [400, { status: 400, message: 'Invalid refresh token' }],
    [401, { status: 401, message: 'Invalid refresh token' }],
    [400, { error: 'Bad Request', status: 400, message: 'Invalid refresh token' }],
    [400, { status: 400, message: 'Invalid authorization code' }],
  ])('with status %i and %j says that the grant has ended', (status, body) => {
    expect(usualAnswer('TWITCH', status, body)).toEqual({ status: 400, body: { error: 'invalid_grant' } });
  });

  test.each([
    [400, 'missing client id', 'REFUSED'],
    [400, 'invalid client', 'REFUSED'],
    [403, 'invalid client secret', 'REFUSED'],
    [400, 'missing refresh token', 'SILENT'],
    [400, 'Parameter redirect_uri does not match registered URI', 'SILENT'],
    [401, 'a message that Twitch does not have yet', 'SILENT'],
    [500, 'Invalid refresh token', 'SILENT'],
  ])('with status %i and the message "%s" ends no connection', async (status, message, kind) => {
    const failure = await failureOf(refreshedBy('TWITCH', '/token', { status, body: { status, message } }));
    expect(failure.kind).toBe(kind);
  });
});

describe('a token request', () => {
  const inSeconds = (seconds: number) => String(Math.floor(Date.now() / 1_000) + seconds);
  const applicationLimit = { error: { message: 'limit', type: 'OAuthException', code: 4 } };
  test.each([
    ['KICK', '/token', { status: 429, body: {}, headers: { 'retry-after': '700' } }, 'token', 700],
    ['YOUTUBE', '/token', { status: 429, body: { error: 'invalid_grant' } }, 'token', 60],
    ['X', '/token', { status: 429, body: {}, headers: { 'x-rate-limit-reset': inSeconds(3_000) } }, 'token', 3_000],
    ['TWITCH', '/token', { status: 429, body: {}, headers: { 'ratelimit-reset': inSeconds(3_000) } }, 'token', 3_000],
    ['INSTAGRAM', '/refresh_access_token', { status: 429, body: {} }, 'token', 60],
    ['INSTAGRAM', '/refresh_access_token', { status: 403, body: applicationLimit }, 'application', 60],
  ] as const)('that %s refuses at %s with %j closes its bucket', async (platform, path, answer, bucket, seconds) => {
    const meter = new CountingMeter();
    const failure = await failureOf(refreshedBy(platform, path, answer, meter));
    const waitMs = (meter.reports[0]?.resetsAt.getTime() ?? 0) - Date.now();
    expect([failure.kind, meter.reports.length]).toEqual(['LIMITED', 1]);
    expect(meter.reports[0]).toMatchObject({ bucket, remaining: 0 });
    expect([Math.ceil(waitMs / 60_000), meter.spent]).toEqual([
      Math.ceil(seconds / 60),
      [{ bucket: 'token', calls: 1, units: 0 }],
    ]);
  });

  test.each(['KICK', 'INSTAGRAM'] as const)('is not made at %s while its bucket is closed', async (platform) => {
    const recorded = await serveRecorded({});
    const meter = Object.assign(new CountingMeter(), { isEmpty: true });
    const failure = await failureOf(refreshed(platform, recorded, meter).finally(() => recorded.stop()));
    expect([failure.kind, recorded.count]).toEqual(['OVER_BUDGET', 0]);
  });
});

describe("the simulator's Twitch", async () => {
  const { simulated } = await ownSimulator('TWITCH', { socialSecret: 'a secret' });
  const url = `${simulated.url}/twitch/oauth`;

  test('refuses an unknown refresh token as an ended grant', async () => {
    expect((await failureOf(refreshed('TWITCH', { url }))).kind).toBe('NOT_GRANTED');
  });

  test.each([{ clientId: 'other' }, { clientSecret: 'wrong' }])(
    'refuses the application %j without ending a grant',
    async (wrong) => {
      expect((await failureOf(refreshed('TWITCH', { url, ...wrong }))).kind).toBe('REFUSED');
    },
  );

  test.each([
    ['', 'a secret', 400, 'missing client id'],
    ['other', 'a secret', 400, 'invalid client'],
    ['castline', 'wrong', 403, 'invalid client secret'],
  ])('answers the client id "%s" with the secret "%s" by %i and "%s"', async (id, secret, status, message) => {
    const form = { client_id: id, client_secret: secret, grant_type: 'refresh_token', refresh_token: 'r' };
    const answer = await fetch(`${url}/token`, { method: 'POST', body: new URLSearchParams(form) });
    expect([answer.status, await answer.json()]).toEqual([status, { status, message }]);
  });
});
