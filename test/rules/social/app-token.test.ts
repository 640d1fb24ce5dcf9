import { afterAll, beforeEach, expect, test } from 'vitest';
import { appTokenOf, askAsApp } from '../../../functions/platform/social/oauth/app-token.ts';
import type { Meter } from '../../../functions/platform/social/social-platform.ts';
import { type Endpoint, json, startEndpoint } from '../../../scripts/local/endpoints/endpoint.ts';
import { CountingMeter } from '../../support/social/counting-meter.ts';
import { failureOf } from '../../support/social/failure-of.ts';
import { rich } from '../../support/social/meters.ts';

let issued = 0;
let seconds: number | undefined = 3_600;
let status = 200;
const forms: string[] = [];
const endpoint: Endpoint = await startEndpoint({
  handle: async ({ body }) => {
    forms.push(body);
    issued += 1;
    return json(status, status === 200 ? { access_token: `app-${issued}`, expires_in: seconds } : { status });
  },
});
afterAll(() => endpoint.stop());

const noAccess = {
  ...{ apiUrl: '', authorizeUrl: '', tokenUrl: '', revokeUrl: null, validateUrl: null, dailyUnits: 0 },
  ...{ clientId: undefined, clientSecret: undefined },
};

let run = 0;
beforeEach(() => {
  run += 1;
  [issued, seconds, status] = [0, 3_600, 200];
  forms.length = 0;
});

const tokenOf = (meter: Meter = rich) =>
  appTokenOf(
    'TWITCH',
    {
      ...noAccess,
      tokenUrl: `${endpoint.url}/oauth/token`,
      clientId: `client-${run}`,
      clientSecret: 'secret',
    },
    meter,
  ) ?? expect.fail('a registered application has a token');

test('a registered application gets one token and uses it until it ends', async () => {
  expect([await tokenOf().read(), await tokenOf().read()]).toEqual(['app-1', 'app-1']);
  expect(Object.fromEntries(new URLSearchParams(forms[0]))).toEqual({
    grant_type: 'client_credentials',
    client_id: `client-${run}`,
    client_secret: 'secret',
  });
});

test('a token that ends within a minute is replaced', async () => {
  seconds = 59;
  expect([await tokenOf().read(), await tokenOf().read()]).toEqual(['app-1', 'app-2']);
});

test('a refused token is replaced once, and a second refusal is the answer', async () => {
  const asked: string[] = [];
  const ask = async (token: string) => {
    asked.push(token);
    return { status: 401, headers: new Headers(), body: undefined };
  };
  expect((await askAsApp(tokenOf(), ask)).status).toBe(401);
  expect(asked).toEqual(['app-1', 'app-2']);
});

test('an application whose secret the platform refuses cannot ask, and the failure names no secret', async () => {
  status = 403;
  const failure = await tokenOf()
    .read()
    .catch((error: unknown) => error);
  expect(failure).toMatchObject({ kind: 'REFUSED', code: 'SERVICE_UNAVAILABLE' });
  expect(String(Object(failure).cause)).not.toContain('secret');
});

test('a 429 closes the bucket of tokens, and no token is requested from a closed one', async () => {
  status = 429;
  const meter = new CountingMeter();
  expect((await failureOf(tokenOf(meter).read())).kind).toBe('LIMITED');
  expect(meter.reports).toMatchObject([{ bucket: 'token', remaining: 0 }]);
  meter.isEmpty = true;
  expect((await failureOf(tokenOf(meter).read())).kind).toBe('OVER_BUDGET');
  expect(forms).toHaveLength(1);
});

test('an application without a secret has no token', () => {
  const access = { ...noAccess, clientId: 'client', clientSecret: undefined };
  expect(appTokenOf('KICK', access, rich)).toBeUndefined();
});
