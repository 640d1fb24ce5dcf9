import { describe, expect, test } from 'vitest';
import { kick as simulated } from '../../../../scripts/local/endpoints/social-simulator/kick/kick.ts';
import { ownPlatform } from '../../../support/social/own-platform.ts';
import { appToken } from '../../../support/social/plain-world.ts';

const { endpoint } = await ownPlatform(simulated);

const ids = (count: number) => Array.from({ length: count }, (_, index) => `id=${index + 1}`).join('&');

describe("Kick's simulator", () => {
  test.each([
    ['/channels?slug=one', { token: 'wrong' }, 401],
    ['/channels?slug=one', { method: 'POST' }, 404],
    ['/channels', {}, 401],
    ['/channels?slug=one&broadcaster_user_id=2', {}, 400],
    ['/channels?broadcaster_user_id=two', {}, 400],
    [`/users?${ids(51)}`, {}, 400],
    ['/videos', {}, 404],
  ])(
    'refuses %s with %o as %i',
    async (path, { token = appToken, method = 'GET' }: { token?: string; method?: string }, status) => {
      const answer = await fetch(endpoint.url + path, { method, headers: { authorization: `Bearer ${token}` } });
      expect(answer.status).toBe(status);
      expect(await answer.json()).toEqual({ data: {}, message: expect.any(String) });
    },
  );

  test('answers 50 unknown users with an empty list', async () => {
    const answer = await fetch(`${endpoint.url}/users?${ids(50)}`, {
      headers: { authorization: `Bearer ${appToken}` },
    });
    expect(await answer.json()).toEqual({ data: [], message: 'OK' });
  });

  test('makes ids of posts that are ids of posts', () => {
    expect(simulated.isContentId(simulated.contentIdOf(new Uint8Array(32).fill(201)))).toBe(true);
  });
});
