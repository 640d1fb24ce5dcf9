import { describe, expect, test } from 'vitest';
import { twitch } from '../../../../functions/platform/social/twitch/twitch.ts';
import { twitch as simulated } from '../../../../scripts/local/endpoints/social-simulator/twitch/twitch.ts';
import { CountingMeter } from '../../../support/social/counting-meter.ts';
import { ownPlatform } from '../../../support/social/own-platform.ts';
import { appToken, givenToken } from '../../../support/social/plain-world.ts';
import { serveRecorded } from '../../../support/social/recorded.ts';
import fidelity from './fidelity.json' with { type: 'json' };

const { endpoint } = await ownPlatform(simulated);

const ids = (count: number) => Array.from({ length: count }, (_, index) => `id=${index + 1}`).join('&');
const headers = { authorization: `Bearer ${appToken}`, 'client-id': 'client' };

describe("Twitch's simulator", () => {
  test.each([
    ['/videos?id=1', { headers: { 'client-id': 'client' } }, 401],
    ['/videos?id=1', { headers: { authorization: `Bearer ${appToken}` } }, 401],
    ['/videos?id=1', { headers: { ...headers, authorization: 'Bearer wrong' } }, 401],
    ['/videos?id=1', { headers, method: 'POST' }, 404],
    ['/videos?id=1', { headers }, 404],
    ['/videos?id=one', { headers }, 400],
    [`/videos?${ids(101)}`, { headers }, 400],
    ['/videos', { headers }, 400],
    ['/videos?id=1&user_id=2', { headers }, 400],
    ['/videos?id=1&first=2', { headers }, 400],
    ['/videos?user_id=2&first=101', { headers }, 400],
    ['/users', { headers }, 400],
    ['/users?login=no%20body', { headers }, 400],
    [`/users?${ids(101)}`, { headers }, 400],
    ['/channels/followers', { headers }, 400],
    ['/clips', { headers }, 404],
  ])('refuses %s with %o as %i', async (path, options, status) => {
    const answer = await fetch(endpoint.url + path, options);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ status, error: expect.any(String), message: expect.any(String) });
  });
});

describe("Twitch's adapter", () => {
  test('takes a video that is not viewable for a private one', async () => {
    const body = { data: [{ ...fidelity.videos.body.data[0], viewable: 'private' }], pagination: {} };
    const recorded = await serveRecorded({ '/videos': { body } });
    const adapter = twitch({ apiUrl: recorded.url, clientId: 'client', appToken: givenToken }, new CountingMeter());
    const readings = await adapter.posts(['335921245'], 'APP').finally(() => recorded.stop());
    expect(readings.get('335921245')).toBe('PRIVATE');
  });
});
