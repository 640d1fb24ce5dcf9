import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Endpoint } from '../../../scripts/local/endpoints/endpoint.ts';
import { startSocialSimulator } from '../../../scripts/local/endpoints/social-simulator/index.ts';
import { externalIdOf } from '../../../scripts/local/endpoints/social-simulator/youtube/ids.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'castline-simulator-'));
afterAll(() => rmSync(folder, { recursive: true }));

const redirectUri = 'https://castline.example/oauth/youtube/callback';
const started = () =>
  startSocialSimulator({
    ...{ youtubeKey: 'a key', socialSecret: 'a secret', clock: { now: () => new Date() } },
    file: path.join(folder, 'simulator.json'),
  });

async function tokensOf({ url }: Endpoint, grant: Record<string, string>) {
  const client = { client_id: 'castline', client_secret: 'a secret', redirect_uri: redirectUri };
  const answer = await fetch(`${url}/youtube/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ ...client, ...grant }),
  });
  return { status: answer.status, ...(await answer.json()) };
}

/** Signs in as a person and exchanges the code. */
async function signIn(simulator: Endpoint) {
  const asked = { client_id: 'castline', response_type: 'code', redirect_uri: redirectUri, state: 'a', scope: 'read' };
  const answer = await fetch(`${simulator.url}/youtube/oauth/authorize?${new URLSearchParams(asked)}`, {
    method: 'POST',
    body: new URLSearchParams({ handle: 'mayarivers', decision: 'allow', scope: 'read' }),
    redirect: 'manual',
  });
  const code = new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? '';
  return tokensOf(simulator, { grant_type: 'authorization_code', code });
}

test('after a restart a changed account still owns its posts, before anybody reads the account', async () => {
  const before = await started();
  const published = { id: 'sn0wymorn1n', publishedAt: '2026-11-18T12:00:00Z', views: 2_100 };
  await fetch(`${before.url}/simulator/youtube/accounts/aikodraws`, {
    method: 'PUT',
    body: JSON.stringify({ morePosts: [published] }),
  });
  await before.stop();
  const after = await started();
  const video = await fetch(`${after.url}/youtube/v3/videos?part=snippet,statistics&id=sn0wymorn1n&key=a+key`);
  expect(await video.json()).toMatchObject({
    items: [{ snippet: { channelId: externalIdOf('aikodraws') }, statistics: { viewCount: '2100' } }],
  });
  const account = await (await fetch(`${after.url}/simulator/youtube/accounts/aikodraws`)).json();
  expect(account.posts.length).toBeGreaterThan(5);
  await after.stop();
});

test('connections and changed accounts survive a restart of the simulator', async () => {
  const before = await started();
  const { refresh_token } = await signIn(before);
  const account = '/simulator/youtube/accounts/mayarivers';
  await fetch(before.url + account, { method: 'PUT', body: JSON.stringify({ description: 'Cozy games.' }) });
  await before.stop();
  const after = await started();
  expect(await (await fetch(after.url + account)).json()).toMatchObject({ description: 'Cozy games.' });
  expect((await tokensOf(after, { grant_type: 'refresh_token', refresh_token })).status).toBe(200);
  const grants = `${after.url}/simulator/youtube/grants/mayarivers`;
  expect((await fetch(grants, { method: 'DELETE' })).status).toBe(200);
  expect(await (await fetch(grants)).json()).toBe(0);
  await after.stop();
  const last = await started();
  expect((await tokensOf(last, { grant_type: 'refresh_token', refresh_token })).status).toBe(400);
  await last.stop();
});
