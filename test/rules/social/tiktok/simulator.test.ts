import { describe, expect, test } from 'vitest';
import { tiktok } from '../../../../functions/platform/social/tiktok/tiktok.ts';
import { json, startEndpoint } from '../../../../scripts/local/endpoints/endpoint.ts';
import { tiktok as simulated } from '../../../../scripts/local/endpoints/social-simulator/tiktok/tiktok.ts';
import { CountingMeter } from '../../../support/social/counting-meter.ts';
import { ownPlatform } from '../../../support/social/own-platform.ts';
import { appToken, grantToken } from '../../../support/social/plain-world.ts';
import { aSimulatedAccount } from '../../../support/social/simulated-account.ts';

const { world, endpoint } = await ownPlatform(simulated);
const externalId = simulated.externalIdOf('baker');
const account = aSimulatedAccount({ externalId, handle: 'baker', title: 'The Baker' });
world.accounts = [account];
world.grant = { account, scopes: ['user.info.basic', 'video.list'] };

const authorization = `Bearer ${grantToken}`;
const plain = { headers: { authorization } };
const posted = (body: unknown, more: Readonly<Record<string, string>> = {}) => ({
  method: 'POST',
  headers: { authorization, 'content-type': 'application/json', ...more },
  body: JSON.stringify(body),
});
const query = (...video_ids: string[]) => posted({ filters: { video_ids } });
const ids = (count: number) => Array.from({ length: count }, (_, index) => String(index + 1));

describe("TikTok's simulator", () => {
  test.each([
    ['/user/info/?fields=open_id', {}, 401, 'access_token_invalid'],
    ['/user/info/?fields=open_id', { headers: { authorization: `Bearer ${appToken}` } }, 401, 'access_token_invalid'],
    ['/user/info/?fields=open_id,username', plain, 401, 'scope_not_authorized'],
    ['/user/info/?fields=open_id,birthday', plain, 400, 'invalid_params'],
    ['/user/info/', plain, 400, 'invalid_params'],
    ['/user/info?fields=open_id', plain, 404, 'unsupported_path'],
    ['/video/query/?fields=id', plain, 404, 'unsupported_path'],
    ['/video/query/?fields=id', query(), 400, 'invalid_params'],
    ['/video/query/?fields=id', query('one'), 400, 'invalid_params'],
    ['/video/query/?fields=id', query(...ids(21)), 400, 'invalid_params'],
    ['/video/query/?fields=id,save_count', query('1'), 400, 'invalid_params'],
    ['/video/query/?fields=id', posted({}, { 'content-type': 'text/plain' }), 400, 'invalid_params'],
    ['/video/list/?fields=id', posted({ max_count: 21 }), 400, 'invalid_params'],
    ['/video/list/?fields=id', posted({ cursor: '1' }), 400, 'invalid_params'],
  ])('refuses %s with %o as %i %s', async (path, options, status, code) => {
    const answer = await fetch(endpoint.url + path, options);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('x-tt-logid')).toMatch(/^[0-9A-F]{32}$/);
    const error = { code, message: expect.any(String), log_id: answer.headers.get('x-tt-logid') };
    expect(await answer.json()).toEqual({ data: {}, error });
  });

  test('answers with the requested fields alone', async () => {
    const answer = await fetch(`${endpoint.url}/user/info/?fields=open_id,display_name`, plain);
    expect(await answer.json()).toEqual({
      data: { user: { open_id: externalId, display_name: 'The Baker' } },
      error: { code: 'ok', message: '', log_id: expect.any(String) },
    });
  });
});

describe("TikTok's adapter", () => {
  test('sends the documented requests, with its token in a header alone', async () => {
    const seen: unknown[] = [];
    const recorder = await startEndpoint({
      handle: async ({ method, path, headers, body }) => {
        seen.push([method, path, headers.authorization, headers['content-type'], body && JSON.parse(body)]);
        return json(200, {
          data: { videos: [], cursor: 0, has_more: false },
          error: { code: 'ok', message: '', log_id: '1' },
        });
      },
    });
    const adapter = tiktok({ apiUrl: `${recorder.url}/v2/` }, new CountingMeter());
    const grant = { accessToken: grantToken, externalId };
    await adapter.latest(externalId, grant, { limit: 500, cursor: '1643332803000' });
    await adapter.posts(['5', '5', '6'], grant);
    await recorder.stop();
    const readingFields =
      'id,create_time,title,video_description,share_url,cover_image_url,duration,view_count,like_count,comment_count,share_count';
    expect(seen).toEqual([
      [
        'POST',
        '/v2/video/list/?fields=id%2Ccreate_time',
        authorization,
        'application/json',
        { max_count: 20, cursor: 1_643_332_803_000 },
      ],
      [
        'POST',
        `/v2/video/query/?fields=${encodeURIComponent(readingFields)}`,
        authorization,
        'application/json',
        { filters: { video_ids: ['5', '6'] } },
      ],
    ]);
  });
});
