import { describe, expect, test } from 'vitest';
import { x } from '../../../../functions/platform/social/x/x.ts';
import { json, startEndpoint } from '../../../../scripts/local/endpoints/endpoint.ts';
import { x as simulated } from '../../../../scripts/local/endpoints/social-simulator/x/x.ts';
import { CountingMeter } from '../../../support/social/counting-meter.ts';
import { failureOf } from '../../../support/social/failure-of.ts';
import { ownPlatform } from '../../../support/social/own-platform.ts';
import { appToken } from '../../../support/social/plain-world.ts';
import { serveRecorded } from '../../../support/social/recorded.ts';

const { endpoint } = await ownPlatform(simulated);

const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1).join(',');
const ask = (path: string, { method = 'GET', token = appToken } = {}) =>
  fetch(`${endpoint.url}${path}`, { method, headers: { authorization: `Bearer ${token}` } });

describe("X's simulator", () => {
  test.each([
    ['/tweets?ids=1', { token: 'wrong' }, 401],
    ['/tweets?ids=1', { method: 'POST' }, 405],
    ['/tweets?ids=1,two', {}, 400],
    [`/tweets?ids=${ids(101)}`, {}, 400],
    ['/tweets', {}, 400],
    ['/tweets?ids=1&tweet.fields=views', {}, 400],
    ['/users/1/tweets?max_results=4', {}, 400],
    ['/users/1/tweets?max_results=101', {}, 400],
    ['/users/me', {}, 403],
    ['/users/one', {}, 400],
    ['/users/by/username/much_too_long_a_name', {}, 400],
    ['/lists', {}, 404],
  ])('refuses %s with %o as %i', async (path, options, status) => {
    const answer = await ask(path, options);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ title: expect.any(String), type: expect.any(String) });
  });

  test('answers 100 unknown posts with as many errors and no data', async () => {
    const answer = await ask(`/tweets?ids=${ids(100)}`);
    const body = (await answer.json()) as { data?: unknown; errors: unknown[] };
    expect([answer.status, body.data, body.errors.length]).toEqual([200, undefined, 100]);
  });
});

describe("X's adapter", () => {
  test('asks for no reposts, and sends its token in a header alone', async () => {
    const seen: { path: string; authorization: string | undefined }[] = [];
    const recorder = await startEndpoint({
      handle: async ({ path, headers }) => {
        seen.push({ path, authorization: headers.authorization });
        return json(200, { data: [], meta: { result_count: 0 } });
      },
    });
    await x({ apiUrl: `${recorder.url}/2/`, appToken }, new CountingMeter()).latest('5', 'APP', { limit: 500 });
    await recorder.stop();
    expect(seen).toEqual([
      {
        path: '/2/users/5/tweets?tweet.fields=created_at&exclude=retweets&max_results=100',
        authorization: `Bearer ${appToken}`,
      },
    ]);
  });

  test('takes an account without credits for a limit', async () => {
    const recorded = await serveRecorded({ '/tweets': { status: 402, body: {} } });
    const failure = await failureOf(x({ apiUrl: recorded.url, appToken }, new CountingMeter()).posts(['1'], 'APP'));
    await recorded.stop();
    expect(failure.kind).toBe('LIMITED');
  });
});
