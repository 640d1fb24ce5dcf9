import { afterAll, describe, expect, test } from 'vitest';
import { openOAuth } from '../../../functions/platform/social/oauth/oauth-client.ts';
import { missing } from '../../../schema/shared/errors.ts';
import { type Endpoint, json, startEndpoint } from '../../../scripts/local/endpoints/endpoint.ts';
import { failureOf } from '../../support/social/failure-of.ts';
import { rich } from '../../support/social/meters.ts';

let status = 200;
const endpoint: Endpoint = await startEndpoint({ handle: async () => json(status, {}) });
afterAll(() => endpoint.stop());

const clientOf = (platform: 'YOUTUBE' | 'TIKTOK' | 'X' | 'TWITCH' | 'KICK') =>
  openOAuth(
    platform,
    {
      apiUrl: endpoint.url,
      authorizeUrl: `${endpoint.url}/authorize`,
      tokenUrl: `${endpoint.url}/token`,
      revokeUrl: `${endpoint.url}/revoke`,
      validateUrl: null,
      dailyUnits: 0,
      clientId: 'client',
      clientSecret: 'secret',
    },
    'https://castline.example/oauth/callback',
  ) ?? missing('the client of a platform');

const returned = (error: string) =>
  clientOf('YOUTUBE').exchange(
    {
      parameters: new URLSearchParams({ error, state: 'state' }),
      state: 'state',
      verifier: 'v'.repeat(43),
      now: new Date(),
    },
    rich,
  );

describe('a callback with an error', () => {
  test('access_denied is the decision of the person', async () => {
    expect(await returned('access_denied')).toBe('DENIED');
  });

  test.each([
    ['server_error', 'SILENT'],
    ['temporarily_unavailable', 'SILENT'],
    ['invalid_scope', 'NOT_GRANTED'],
    ['unauthorized_client', 'NOT_GRANTED'],
  ])('%s is a failure of the kind %s', async (error, kind) => {
    expect(await failureOf(returned(error))).toMatchObject({ kind });
  });
});

describe.each(['YOUTUBE', 'TIKTOK', 'X', 'TWITCH', 'KICK'] as const)('at %s', (platform) => {
  const revoked = () => clientOf(platform).revoke({ accessToken: 'access', refreshToken: 'refresh' });

  test('a revocation that the platform accepts succeeds', async () => {
    status = 200;
    await revoked();
  });

  test('a revocation that the platform refuses is a failure', async () => {
    status = 503;
    expect(await failureOf(revoked())).toMatchObject({ kind: 'SILENT' });
  });
});
