import { describe, expect, test } from 'vitest';
import { instagram as simulated } from '../../../../scripts/local/endpoints/social-simulator/instagram/instagram.ts';
import { mediaIdOf } from '../../../../scripts/local/endpoints/social-simulator/instagram/media.ts';
import { ownPlatform } from '../../../support/social/own-platform.ts';
import { appToken, grantToken } from '../../../support/social/plain-world.ts';
import { aSimulatedAccount, aSimulatedPost } from '../../../support/social/simulated-account.ts';

const { world, endpoint } = await ownPlatform(simulated);
const post = aSimulatedPost({
  ...{ id: 'Cx1_painter', media: 'VIDEO', title: '' },
  counts: { views: 1, likes: null, comments: 0, saves: 0, shares: 0 },
});
const account = aSimulatedAccount({
  ...{ externalId: simulated.externalIdOf('painter'), handle: 'painter', title: 'Painter' },
  ...{ followers: 99, audience: { geo: { US: 1 }, demo: {} }, posts: [post] },
});
world.accounts = [account];
const media = mediaIdOf('Cx1_painter');

const both = ['instagram_business_basic', 'instagram_business_manage_insights'];
async function ask(path: string, { token = grantToken, scopes = both, method = 'GET' } = {}) {
  world.grant = { account, scopes };
  const answer = await fetch(`${endpoint.url}${path}`, { method, headers: { authorization: `Bearer ${token}` } });
  return { status: answer.status, headers: answer.headers, body: Object(await answer.json()) };
}
const demographics = (breakdown: string) =>
  `/me/insights?metric=follower_demographics&period=lifetime&metric_type=total_value&timeframe=this_month&breakdown=${breakdown}`;

describe("Instagram's simulator", () => {
  test.each([
    ['/me?fields=user_id', { token: 'wrong' }, 400, 190],
    ['/me?fields=user_id', { token: appToken }, 400, 190],
    ['/me?fields=user_id', { scopes: [] }, 403, 10],
    ['/me?fields=user_id', { method: 'POST' }, 400, 100],
    ['/me?fields=user_id,biography', {}, 400, 100],
    ['/me/media?fields=id&limit=101', {}, 400, 100],
    ['/me/friends', {}, 400, 100],
    [`/${media}?fields=id,views`, {}, 400, 100],
    ['/17999999999999999?fields=id', {}, 400, 100],
    [`/${media}/insights?metric=views,plays`, {}, 400, 100],
    [`/${media}/insights`, {}, 400, 100],
    [`/${media}/insights?metric=views`, { scopes: ['instagram_business_basic'] }, 403, 10],
    [demographics('city,continent'), {}, 400, 100],
    [demographics('country').replace('&timeframe=this_month', ''), {}, 400, 100],
  ])('refuses %s with %o as %i/%i', async (path, options, status, code) => {
    const answer = await ask(path, options);
    expect(answer.status).toBe(status);
    expect(answer.body.error).toMatchObject({ code, message: expect.any(String), fbtrace_id: expect.any(String) });
  });

  test('answers the id of the account and another one of the application', async () => {
    const { body, headers } = await ask('/me?fields=user_id,username');
    expect(body).toEqual({ user_id: account.externalId, username: 'painter', id: expect.stringMatching(/^\d{16}$/) });
    expect(headers.get('x-business-use-case-usage')).toContain('"type":"instagram"');
  });

  test('leaves a hidden count and a small audience out', async () => {
    const { body } = await ask(`/${media}/insights?metric=views,likes,comments`);
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual(['views', 'comments']);
    expect((await ask(demographics('country'))).body).toEqual({ data: [] });
  });
});
