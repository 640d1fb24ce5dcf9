import { describe, expect, test } from 'vitest';
import { openOAuth } from '../../../functions/platform/social/oauth/oauth-client.ts';
import type { Platform } from '../../../schema/shared/enums.ts';
import { serveRecorded } from '../../support/social/recorded.ts';

const now = new Date('2026-05-01T12:00:00Z');
const held = { accessToken: 'held', refreshToken: 'held', scopes: [] };

interface Registered {
  readonly url: string;
  readonly clientId?: string;
  readonly clientSecret?: string;
}

/** Refreshes the tokens of an application that is registered so. */
function refreshed(platform: Platform, { url, clientId = 'castline', clientSecret = 'a secret' }: Registered) {
  const access = {
    ...{ apiUrl: url, authorizeUrl: `${url}/authorize`, tokenUrl: `${url}/token`, revokeUrl: null, validateUrl: null },
    ...{ clientId, clientSecret, dailyUnits: 0 },
  };
  const client = openOAuth(platform, access, 'https://castline.example/callback') ?? expect.fail('it is registered');
  return client.refresh(held, now);
}

async function refreshedBy(platform: Platform, path: string, answer: { readonly status?: number; body: object }) {
  const recorded = await serveRecorded({ [path]: answer });
  return refreshed(platform, recorded).finally(() => recorded.stop());
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

  test('with a null refresh token and a null scope keeps those that are held', async () => {
    const body = { access_token: 'new', refresh_token: null, scope: null, expires_in: 60 };
    expect(await refreshedBy('TWITCH', '/token', { body })).toEqual({
      ...{ accessToken: 'new', refreshToken: 'held', scopes: [] },
      ...{ expiresAt: new Date('2026-05-01T12:01:00Z'), refreshExpiresAt: null },
    });
  });
});
