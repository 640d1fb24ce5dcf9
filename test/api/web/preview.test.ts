import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Client, clientOf } from '../../support/client.ts';
import { metaOf, wordsOf } from '../../support/html.ts';
import { aPerson } from '../../support/market/people.ts';
import { ownMarket } from '../../support/stack/own-market.ts';
import type { OwnStack } from '../../support/stack/stack.ts';

let stack: OwnStack;
let baseUrl: string;
let anyone: Client;
ownMarket(
  (own) => {
    ({ stack } = own);
    ({ baseUrl } = stack);
    anyone = clientOf(baseUrl, null, '');
  },
  { vars: { LOGGED_REQUESTS_PERCENT: '100' } },
);

/** The path of a preview by a creator with this name. */
async function aPreview(name: string): Promise<string> {
  const { keyed } = await aPerson(baseUrl, { roles: ['CREATOR'] });
  await keyed.patch('/influencer-profile', { expectedVersion: 1, displayName: name, bio: 'A draft of a bio.' });
  const { body } = await keyed.post('/influencer-profile/page/generate');
  return body.data.previewUrl.replace(baseUrl, '');
}

describe('a private preview', () => {
  test('shows the draft to a visitor with the link, and says that it is a preview', async () => {
    const { status, text } = await anyone.get(await aPreview('Drafty McDraft'));
    expect(status).toBe(200);
    for (const said of [
      'Private preview.',
      'Drafty McDraft',
      'A draft of a bio.',
      'There are no services for sale yet.',
    ])
      expect(wordsOf(text)).toContain(said);
  });

  test('lists missing parts, and offers no action that is unavailable', async () => {
    const { text } = await anyone.get(await aPreview('Drafty McDraft'));
    for (const missing of ['There are no services for sale yet.', 'There is no channel yet.'])
      expect(wordsOf(text)).toContain(missing);
    expect(text).not.toMatch(/>Channels<|How to order/);
  });

  test('is neither cached nor indexed, and sends no referrer', async () => {
    const path = await aPreview('Drafty McDraft');
    for (const answer of [await anyone.get(path), await anyone.send('HEAD', path, { key: null })])
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
        'referrer-policy': 'no-referrer',
        'content-type': 'text/html; charset=utf-8',
      });
    const { text, headers } = await anyone.get(path);
    expect([metaOf(text).robots, headers.get('etag')]).toEqual(['noindex', null]);
    expect(text).not.toMatch(/og:|twitter:|ld\+json|canonical/);
  });

  test('shows the current draft, also after a change', async () => {
    const { keyed } = await aPerson(baseUrl, { roles: ['CREATOR'] });
    await keyed.patch('/influencer-profile', { expectedVersion: 1, displayName: 'Before' });
    const path = (await keyed.post('/influencer-profile/page/generate')).body.data.previewUrl.replace(baseUrl, '');
    await keyed.patch('/influencer-profile', { expectedVersion: 2, displayName: 'Afterwards' });
    expect(wordsOf((await anyone.get(path)).text)).toContain('Afterwards');
  });

  test('returns 404 when one character of the link changes', async () => {
    const path = await aPreview('Drafty McDraft');
    const tampered = path.slice(0, -2) + (path.at(-2) === 'A' ? 'B' : 'A') + path.slice(-1);
    for (const wrong of [tampered, '/creators/preview/nonsense', '/creators/preview/', '/creators/preview']) {
      const { status, text, headers } = await anyone.get(wrong);
      expect([status, headers.get('x-robots-tag')], wrong).toEqual([404, 'noindex']);
      expect(text).not.toContain('Drafty');
    }
  });

  test('leaves no token in the log', async () => {
    const path = await aPreview('Drafty McDraft');
    await anyone.get(path);
    await anyone.get(`${path}x`);
    const lines = () => readFileSync(stack.logFile, 'utf8');
    await expect.poll(lines).toContain('/creators/preview/:token');
    expect(lines()).not.toContain(path.split('/').at(-1));
    expect(lines()).not.toMatch(/preview\/[0-9a-f]/);
  });
});
