import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Credential, SocialPlatform } from '../../../functions/platform/social/social-platform.ts';
import { withUsableAnswers } from '../../../functions/platform/social/usable-answers.ts';
import { failureOfWhom } from '../../../schema/social-accounts/failure-kinds.ts';
import { type EndpointMode, startEndpoint } from '../../../scripts/local/endpoints/endpoint.ts';
import { failureOf } from '../../support/social/failure-of.ts';
import { answeredPlatforms, ownId } from '../../support/social/odd-answers.ts';
import { grantToken } from '../../support/social/plain-world.ts';

afterEach(() => vi.restoreAllMocks());

interface Answered {
  readonly status?: number;
  readonly body?: object | string;
  readonly mode?: EndpointMode;
}

/** Whose failure it is when a platform answers each request so, to the application's key or to a grant. */
async function whose(name: string, { status = 200, body = '', mode = 'up' }: Answered, by: 'KEY' | 'GRANT') {
  const platform = answeredPlatforms[name] ?? expect.fail();
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const endpoint = await startEndpoint({ handle: async () => ({ status, body: text }) });
  endpoint.setMode(mode);
  const credential: Credential = by === 'KEY' ? 'APP' : { accessToken: grantToken, externalId: ownId, accountId: 7 };
  const ask = (adapter: SocialPlatform) =>
    platform.latest === null
      ? adapter.channel(by === 'KEY' ? { externalId: ownId } : 'OWN', credential)
      : adapter.latest(ownId, credential, { limit: 5 });
  try {
    return failureOfWhom[(await failureOf(ask(withUsableAnswers(platform.adapter(endpoint.url))))).kind];
  } finally {
    await endpoint.stop();
  }
}

const byGrantAlone: readonly string[] = ['TikTok', 'Instagram'];
const askerOf = (name: string) => (byGrantAlone.includes(name) ? 'GRANT' : 'KEY');
const page = '<!doctype html><title>Bad gateway</title>';
const youtube = (reason: string, message = 'Refused.') => ({ error: { code: 0, message, errors: [{ reason }] } });
const google = (reason: string) => ({ error: { code: 400, message: 'Refused.', details: [{ reason }] } });
const tiktok = (code: string) => ({ data: {}, error: { code, message: 'Refused.', log_id: '1' } });
const meta = (code: number, subcode = 0, message = 'Refused.') => ({
  error: { message, code, error_subcode: subcode },
});
const x = (code: string) => ({ title: 'Refused', status: 403, type: `https://api.x.com/2/problems/${code}` });
const twitch = (status: number, message: string) => ({ error: 'Refused', status, message });

describe.each(Object.keys(answeredPlatforms))('a failure of %s', (name) => {
  test.each([500, 502, 503, 504])('is of all, unless it answers others, for the status %i', async (status) => {
    expect(await whose(name, { status, body: page }, askerOf(name))).toBe('UNCLEAR');
  });

  test('is of all, unless it answers others, for a connection without an answer', async () => {
    expect(await whose(name, { mode: 'refuse' }, askerOf(name))).toBe('UNCLEAR');
  });

  test('is of all, unless it answers others, for an answer that comes too late', async () => {
    const soon = AbortSignal.timeout(30);
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(soon);
    expect(await whose(name, { mode: 'hang' }, askerOf(name))).toBe('UNCLEAR');
  });

  test('is of all for too many requests', async () => {
    expect(await whose(name, { status: 429 }, askerOf(name))).toBe('SHARED');
  });
});

const shared: Readonly<Record<string, readonly (readonly ['KEY' | 'GRANT', number, object | string])[]>> = {
  YouTube: [
    ['KEY', 400, youtube('badRequest', 'API key not valid. Please pass a valid API key.')],
    ['KEY', 400, google('API_KEY_INVALID')],
    ['KEY', 401, youtube('authError')],
    ...['accessNotConfigured', 'ipRefererBlocked', 'keyExpired'].map(
      (reason) => ['KEY', 403, youtube(reason)] as const,
    ),
    ...['userRateLimitExceeded', 'rateLimitExceeded', 'quotaExceeded', 'dailyLimitExceeded'].map(
      (reason) => ['KEY', 403, youtube(reason)] as const,
    ),
    ['GRANT', 403, youtube('accessNotConfigured')],
    ['GRANT', 403, youtube('userRateLimitExceeded')],
    ['GRANT', 403, google('SERVICE_DISABLED')],
  ],
  TikTok: [
    ['GRANT', 200, tiktok('rate_limit_exceeded')],
    ['GRANT', 403, tiktok('spam_risk_too_many_requests')],
  ],
  Instagram: [
    ...[3, 4, 17, 32, 101, 613, 80_002].map((code) => ['GRANT', 400, meta(code)] as const),
    ['GRANT', 400, meta(200, 0, 'API access blocked.')],
  ],
  X: [
    ['KEY', 401, { title: 'Unauthorized', status: 401 }],
    ['KEY', 403, x('client-forbidden')],
    ['KEY', 403, ''],
    ['KEY', 402, x('credits-depleted')],
    ['GRANT', 403, x('client-forbidden')],
  ],
  Twitch: [
    ['KEY', 401, twitch(401, 'Invalid OAuth token')],
    ['KEY', 403, twitch(403, 'Forbidden')],
    ['GRANT', 401, twitch(401, 'Client ID and OAuth token do not match')],
  ],
  Kick: [
    ['KEY', 401, { message: 'Unauthorized' }],
    ['KEY', 403, { message: 'Forbidden' }],
  ],
};
const own: typeof shared = {
  YouTube: [
    ...['playlistItemsNotAccessible', 'playlistForbidden', 'channelClosed', 'channelSuspended', 'channelForbidden'].map(
      (reason) => ['KEY', 403, youtube(reason)] as const,
    ),
    ['KEY', 404, youtube('channelNotFound')],
    ['KEY', 400, youtube('invalidPageToken')],
    ['GRANT', 403, youtube('insufficientPermissions')],
  ],
  TikTok: [
    ['GRANT', 401, tiktok('scope_not_authorized')],
    ['GRANT', 403, tiktok('scope_permission_missed')],
    ['GRANT', 400, tiktok('invalid_params')],
  ],
  Instagram: [['GRANT', 400, meta(100, 33)]],
  X: [
    ['KEY', 403, x('not-authorized-for-resource')],
    ['KEY', 404, x('resource-not-found')],
    ['GRANT', 403, x('not-authorized-for-resource')],
  ],
  Twitch: [['KEY', 400, twitch(400, 'The parameter "user_id" was malformed.')]],
  Kick: [['KEY', 400, { message: 'Invalid request' }]],
};
/** A refused token is of this account alone, unless others are refused too. */
const unclear: typeof shared = {
  YouTube: [['GRANT', 401, youtube('authError')]],
  TikTok: [['GRANT', 401, tiktok('access_token_invalid')]],
  Instagram: [
    ['GRANT', 400, meta(190, 460)],
    ['GRANT', 403, meta(10)],
    ['GRANT', 403, meta(200)],
  ],
  X: [['GRANT', 401, { title: 'Unauthorized', status: 401 }]],
  Twitch: [
    ['GRANT', 401, twitch(401, 'Invalid OAuth token')],
    ['GRANT', 403, twitch(403, 'Forbidden')],
  ],
  Kick: [
    ['GRANT', 401, { message: 'Unauthorized' }],
    ['GRANT', 403, { message: 'Forbidden' }],
  ],
};
const casesIn = (table: typeof shared) =>
  Object.entries(table).flatMap(([name, cases]) => cases.map(([by, status, body]) => ({ name, by, status, body })));

test.each(casesIn(shared))('$name refuses all, by $status $body to a $by', async ({ name, by, status, body }) => {
  expect(await whose(name, { status, body }, by)).toBe('SHARED');
});

test.each(['', youtube('forbidden'), youtube('aNewReason')])(
  'YouTube refuses this account alone, unless it refuses others too, by 403 %j to a KEY',
  async (body) => {
    expect(await whose('YouTube', { status: 403, body }, 'KEY')).toBe('UNCLEAR');
  },
);

test.each(casesIn(unclear))(
  '$name refuses this account alone, unless it refuses others too, by $status $body to a $by',
  async ({ name, by, status, body }) => {
    expect(await whose(name, { status, body }, by)).toBe('UNCLEAR');
  },
);

test.each(casesIn(own))(
  '$name refuses this account alone, by $status $body to a $by',
  async ({ name, by, status, body }) => {
    expect(await whose(name, { status, body }, by)).toBe('OWN');
  },
);
