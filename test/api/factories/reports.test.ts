import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { aFactory } from '../../support/factory-tags.ts';
import { wordsOf } from '../../support/html.ts';
import { marketOf } from '../../support/market/market.ts';
import { aPerson, type Person } from '../../support/market/people.ts';
import { anAddress, shareLinksOf } from '../../support/market/share-links.ts';
import { pollTimeout } from '../../support/stack/poll-timeout.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf({ baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const { linksIn, read, share } = shareLinksOf(baseUrl);
afterAll(() => market.close());

let owner: Person;
beforeAll(async () => {
  owner = await aPerson(baseUrl);
});

async function aReport(body: object = {}, { hiddenByFactory = [] as string[] } = {}) {
  const factoryId = await aFactory(market, owner.userId);
  await market.pool.query('update factories set hidden_fields = $2 where id = $1', [factoryId, hiddenByFactory]);
  return { factoryId, ...(await share(owner, factoryId, body)) };
}

const aWrongPath = () => `/api/v1/factory-reports/${randomBytes(32).toString('base64url')}`;
const jsonAt = async (path: string) => (await read(path)).json() as Promise<{ data: Record<string, unknown> }>;
const person = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };

describe('the JSON of a report', () => {
  test('a report has the name of the factory, its sums and both lists', async () => {
    const { path } = await aReport();
    expect(await jsonAt(path)).toMatchObject({
      data: {
        factory: { name: 'A factory' },
        summary: { publications: 0, views: null, totals: { er: null } },
        accounts: { data: [], nextCursor: null },
        posts: { data: [], nextCursor: null },
      },
    });
  });

  test('lacks the fields that the link hides or the factory hides', async () => {
    const { path } = await aReport({ hiddenFields: ['posts'] }, { hiddenByFactory: ['views'] });
    const { data } = await jsonAt(path);
    expect(Object.keys(data)).toEqual(['factory', 'summary', 'accounts']);
    expect(Object.keys(Object(data.summary))).toEqual(['reactions', 'totals', 'history', 'snapshotBaseline']);
    expect(Object.keys(Object(Object(data.summary).totals))).toEqual([
      ...['likes', 'comments', 'saves', 'updatedAt', 'savesUpdatedAt'],
    ]);
  });

  test('lacks a field from the next read on after the factory hides it', async () => {
    const { factoryId, path } = await aReport();
    expect((await jsonAt(path)).data.posts).toBeDefined();
    await owner.api.patch(`/factories/${factoryId}`, { expectedVersion: 1, hiddenFields: ['posts'] });
    expect((await jsonAt(path)).data.posts).toBeUndefined();
  });

  test.each([
    ['accountSort=views', ['views']],
    ['accountSort=-er', ['likes']],
    ['accountSort=posts', ['posts']],
    ['accountSort=-lastScanned', ['lastScanned']],
    ['postSort=-saves', ['saves']],
    ['postSort=publishedAt', ['posts']],
    ['postCursor=7', ['posts']],
    ['accountSort=handle', []],
    ['search=x', []],
    ['from=2026-11-10&to=2026-11-09', []],
  ])('refuses %s when the report hides %j', async (query, hiddenFields) => {
    const { path } = await aReport({ hiddenFields });
    const refusal = await read(`${path}?${query}`);
    expect({ status: refusal.status, body: await refusal.json() }).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_FAILED', issues: [{ path: query.split('=')[0] }] },
    });
  });
});

describe('a report', () => {
  test.each([
    ['the JSON', (secret: string) => `/api/v1/factory-reports/${secret}`],
    ['the CSV', (secret: string) => `/api/v1/factory-reports/${secret}/export?of=accounts`],
    ['the page', (secret: string) => `/reports/${secret}`],
    ['a refusal', () => aWrongPath()],
  ])('is not cached, not indexed and sends no Referer: %s', async (_, pathOf) => {
    const { secret } = await aReport();
    const { headers } = await read(pathOf(secret));
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-robots-tag')).toBe('noindex');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('etag')).toBeNull();
    expect(headers.get('content-security-policy')).not.toContain('script-src');
  });

  test.each([
    ['', 'No posts were found yet.'],
    ['?postSort=-views', 'No posts were found yet.'],
    ['?search=a', 'No posts were found yet.'],
    ['?search=summer', 'No posts match all these filters.'],
  ])('without posts names filters only where there are some (%s)', async (query, words) => {
    const { secret } = await aReport();
    const page = wordsOf(await (await read(`/reports/${secret}${query}`)).text());
    expect(page.match(/No posts [^.]*\./g)).toEqual([words]);
  });

  test('counts against the limit for guests, and its export against the limit for exports', async () => {
    const { path } = await aReport();
    expect((await read(path)).headers.get('ratelimit-policy')).toMatch(/^"guest";/);
    expect((await read(`${path}/export?of=posts`)).headers.get('ratelimit-policy')).toMatch(/^"export";/);
  });
});

describe('the counted opens of a link', () => {
  const opensOf = async (factoryId: number) => (await linksIn(owner, factoryId)).data[0];
  const settled = (factoryId: number, opens: number) =>
    vi.waitFor(async () => expect((await opensOf(factoryId)).opens).toBe(opens), pollTimeout);

  test('include the page and the JSON, with the time of the last one', async () => {
    const { factoryId, link, path } = await aReport();
    await read(link.sharePath, undefined, person);
    await read(path);
    await settled(factoryId, 2);
    const { lastOpenedAt, createdAt } = await opensOf(factoryId);
    expect(Date.parse(lastOpenedAt)).toBeGreaterThanOrEqual(Date.parse(createdAt));
  });

  test('exclude bots and previews of the page, HEAD requests, exports and refusals', async () => {
    const { factoryId, link, path } = await aReport();
    await read(link.sharePath, undefined, {
      'user-agent': 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
    });
    await read(link.sharePath, undefined, { ...person, 'sec-purpose': 'prefetch' });
    await fetch(`${baseUrl}${path}`, { method: 'HEAD', headers: { 'cf-connecting-ip': anAddress() } });
    await read(`${path}/export?of=posts`);
    await read(`${path}?search=x`);
    await read(path);
    await settled(factoryId, 1);
  });
});

describe('the CSV of a report', () => {
  /** The names in the header, of which each has quotes. */
  const namesIn = (csv: string) => csv.split('\r\n')[0]?.slice(1, -1).split('","');
  const csvAt = async (path: string) => {
    const answer = await read(path);
    return { answer, head: namesIn(await answer.text()) };
  };

  test('an export is a file with the columns of the list', async () => {
    const { path } = await aReport();
    const { answer, head } = await csvAt(`${path}/export?of=accounts`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="accounts.csv"');
    expect(head).toEqual([
      ...['id', 'platform', 'handle', 'title', 'status', 'mode', 'tags', 'posts', 'views', 'likes', 'comments', 'er'],
      ...['saves', 'updatedAt', 'savesUpdatedAt', 'erMeasuredPosts', 'savesMeasuredPosts', 'reasons'],
      ...['lastScannedAt', 'nextScanAt'],
    ]);
  });

  test('an export has no column for a hidden field', async () => {
    const { path } = await aReport({ hiddenFields: ['views', 'saves', 'lastScanned'] });
    expect((await csvAt(`${path}/export?of=posts`)).head).toEqual([
      ...['id', 'factoryAccountId', 'platform', 'url', 'title', 'hashtags', 'durationSeconds', 'publishedAt', 'tags'],
      ...['likes', 'comments', 'reasons', 'flags', 'source'],
    ]);
  });

  test.each(['of=posts', 'of=everything', ''])(
    'an export is refused for a hidden or unknown list: "%s"',
    async (query) => {
      const { path } = await aReport({ hiddenFields: ['posts'] });
      expect((await read(`${path}/export?${query}`)).status).toBe(400);
    },
  );
});

describe('the export of a factory', () => {
  test('the export of a factory shows its owner everything, whatever the reports hide', async () => {
    const { factoryId } = await aReport({}, { hiddenByFactory: ['views', 'posts'] });
    const answer = await owner.keyed.get(`/factories/${factoryId}/posts/export?postSort=-views`);
    expect(answer.status).toBe(200);
    expect(answer.text.split('\r\n')[0]).toContain(',"views",');
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="factory-${factoryId}-posts.csv"`);
  });

  test('the export of a factory is not found by another user', async () => {
    const { factoryId } = await aReport();
    const stranger = await aPerson(baseUrl);
    for (const list of ['posts', 'accounts'])
      expect((await stranger.keyed.get(`/factories/${factoryId}/${list}/export`)).status).toBe(404);
  });

  test('accepts only GET at its path', async () => {
    const { factoryId } = await aReport();
    expect((await owner.api.delete(`/factories/${factoryId}/accounts/export`)).status).toBe(405);
  });
});
