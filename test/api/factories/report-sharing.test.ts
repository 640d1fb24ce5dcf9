import { afterEach, describe, expect, test } from 'vitest';
import { creditsOf } from '../../support/credits.ts';
import { wordsOf } from '../../support/html.ts';
import { dataOf } from '../../support/market/campaigns.ts';
import { factoriesOf } from '../../support/market/factories.ts';
import { type Person, signedInAgain } from '../../support/market/people.ts';
import { scansOf } from '../../support/market/scans.ts';
import { shareLinksOf } from '../../support/market/share-links.ts';
import { simulatorOf } from '../../support/simulator.ts';
import { connect } from '../../support/social/sign-in.ts';
import { depth } from '../../support/stack/depth.ts';
import { type OwnMarket, ownMarket } from '../../support/stack/own-market.ts';

let own: OwnMarket;
// Another stack, because the scans of others would delay these.
let scans: ReturnType<typeof scansOf>;
ownMarket((made) => {
  own = made;
  scans = scansOf(made);
});
afterEach(async () => {
  await own.market.expectSoundLedger();
  await scans.rest();
});

const factories = () => factoriesOf(own.stack.baseUrl);

interface Watched {
  readonly owner: Person;
  readonly factoryId: number;
}

/** A factory that has scanned an account of its owner at a platform. With `shares` the owner lets others see its metrics. */
async function aScannedAccount(platform: string, shares: boolean): Promise<Watched> {
  const owner = await factories().anOwner();
  dataOf(await owner.api.patch('/me', { roles: ['ADVERTISER', 'CREATOR'] }));
  await creditsOf(own.market).addCredits(owner.userId, 100);
  const handle = `m${platform.slice(0, 2).toLowerCase()}${shares}${Date.now() % 1e6}`;
  await connect(owner, handle, { platform });
  const [{ id }] = (await owner.api.get('/social-accounts')).body.data;
  if (shares) dataOf(await owner.api.put(`/social-accounts/${id}/sharing`, { enabled: true }));
  const factory = await factories().aFactory(owner);
  dataOf(await factories().add(owner, factory, { platform, handle }), 201);
  await scans.scanned();
  // Twitch lists the posts in two pages.
  await scans.everyMinute();
  return { owner, factoryId: factory.id };
}

/** What each reader sees of the views: the owner, the JSON and the CSV of a report, and its page. */
async function seen({ owner, factoryId }: Watched) {
  const { share, read } = shareLinksOf(own.stack.baseUrl);
  const { path, secret } = await share(owner, factoryId);
  const ofOwner = (await owner.keyed.get(`/factories/${factoryId}/summary`)).body.data;
  expect(ofOwner.views).toBeGreaterThan(0);
  expect(ofOwner.history.length).toBe(1);
  const { summary, posts, accounts } = (await (await read(path)).json()).data;
  const csv = await (await read(`${path}/export?of=posts`)).text();
  const page = await (await read(`/reports/${secret}`)).text();
  const [post] = (await owner.keyed.get(`/factories/${factoryId}/posts?postSort=-views`)).body.data;
  const views = new RegExp(`\\b${post.metrics.views}\\b`);
  return {
    json: summary.views === ofOwner.views,
    history: summary.history.length > 0,
    title: posts.data.some(({ title }: { title: string | null }) => title !== null),
    reasons: accounts.data[0].reasons,
    csv: views.test(csv),
    page: page.includes(new Intl.NumberFormat('en').format(post.metrics.views)),
  };
}

const nothing = { json: false, history: false, title: false, csv: false, page: false };
const everything = { json: true, history: true, title: true, reasons: [], csv: true, page: true };

describe('a report of an account of its sharer', () => {
  const hidden = { ...nothing, reasons: ['WITHHELD'] };
  const matrix = [
    ['TIKTOK', false, hidden],
    ['INSTAGRAM', true, everything],
    // Only pages of the service may show metrics of X, and only the newest.
    ['X', true, { ...hidden, page: true }],
    ['TWITCH', true, hidden],
    ['TIKTOK', true, everything],
    ['INSTAGRAM', false, hidden],
    ['X', false, hidden],
  ] as const;
  // The first four have each platform and each consent.
  test.each(matrix.slice(0, depth(4, matrix.length)))(
    'at %s with consent %s shows the metrics that the terms of the platform let others see',
    async (platform, shares, shown) => {
      expect(await seen(await aScannedAccount(platform, shares))).toEqual(shown);
    },
  );

  test('shows the metrics of YouTube that the application has read', async () => {
    const { owner, factory } = await scans.watched(100, [2]);
    await scans.scanned();
    expect(await seen({ owner, factoryId: factory.id })).toEqual(everything);
  });

  test('names the definition of each platform whose views its sums mix, and of each post', async () => {
    const { owner, factoryId } = await aScannedAccount('TIKTOK', true);
    const handle = `mixed${Date.now() % 1e6}`;
    await scans.publish(handle, 1);
    dataOf(await factories().add(owner, { id: factoryId }, { handle }), 201);
    await scans.scanned();
    const definitions = [
      { platform: 'TIKTOK', viewDefinition: null },
      { platform: 'YOUTUBE', viewDefinition: 'YOUTUBE_2025_03_31' },
    ];
    const { share, read } = shareLinksOf(own.stack.baseUrl);
    const { path, secret } = await share(owner, factoryId);
    const { summary, posts } = (await (await read(path)).json()).data;
    const ofOwner = (await owner.keyed.get(`/factories/${factoryId}/summary`)).body.data;
    expect([summary.viewDefinitions, ofOwner.viewDefinitions]).toEqual([definitions, definitions]);
    const pairs = posts.data.map((post: Record<string, unknown>) => [post.platform, post.source, post.viewDefinition]);
    expect(pairs).toContainEqual(['YOUTUBE', 'YOUTUBE_DATA_API', 'YOUTUBE_2025_03_31']);
    expect(pairs).toContainEqual(['TIKTOK', 'TIKTOK_DISPLAY_API', null]);
    const csv = await (await read(`${path}/export?of=posts`)).text();
    expect(csv).toContain('"YOUTUBE_DATA_API","YOUTUBE_2025_03_31"\r\n');
    expect(csv).toContain('"TIKTOK_DISPLAY_API",""\r\n');
    const said = 'Mixes the definitions of a view by TikTok and YouTube (since 31 March 2025)';
    expect(wordsOf(await (await read(`/reports/${secret}`)).text())).toContain(said);
    const other = await share(owner, factoryId, { hiddenFields: ['views'] });
    const hiding = await (await read(other.path)).text();
    expect(hiding).not.toContain('viewDefinition');
    expect(wordsOf(await (await read(`/reports/${other.secret}`)).text())).not.toContain('definition');
  });

  test('loses the metrics at once when the owner of the account withdraws the consent', async () => {
    const watched = await aScannedAccount('TIKTOK', true);
    expect(await seen(watched)).toEqual(everything);
    const [{ id }] = (await watched.owner.api.get('/social-accounts')).body.data;
    dataOf(await watched.owner.api.put(`/social-accounts/${id}/sharing`, { enabled: false }));
    expect(await seen(watched)).toEqual({ ...nothing, reasons: ['WITHHELD'] });
  });

  test('loses the metrics when the connection expires, and the owner of the account keeps them, also after a sweep', async () => {
    const watched = await aScannedAccount('TIKTOK', true);
    const { owner, factoryId } = watched;
    const read = async () => ({
      summary: (await owner.keyed.get(`/factories/${factoryId}/summary`)).body.data,
      // The address of a picture has an end of its own.
      posts: (await owner.keyed.get(`/factories/${factoryId}/posts`)).body.data.map((post: object) => ({
        ...post,
        coverUrl: null,
      })),
      views: (await owner.keyed.get('/factories')).body.data[0].views,
    });
    const before = await read();
    expect(before.views).toBeGreaterThan(0);
    const [{ handle }] = (await owner.api.get('/social-accounts')).body.data;
    await simulatorOf(own.stack.socialUrl, 'TIKTOK').revokeAt(handle);
    await own.control.moveOn(25 * 3_600_000);
    await own.control.run('take-due-connections', 'sweep-metrics', 'sweep-connections');
    const [{ socialConnection }] = (await owner.keyed.get('/social-accounts')).body.data;
    expect(socialConnection.status).toBe('EXPIRED');
    expect(await read()).toEqual(before);
    expect(await seen({ ...watched, owner: await signedInAgain(own.stack.baseUrl, owner) })).toMatchObject(nothing);
  });
});

test('no reader sees a text of an ended connection after a new one, until the next scan', async () => {
  const { owner, factoryId } = await aScannedAccount('TIKTOK', true);
  const [{ id, handle }] = (await owner.api.get('/social-accounts')).body.data;
  const texts = async () => {
    const person = await signedInAgain(own.stack.baseUrl, owner);
    const { share, read } = shareLinksOf(own.stack.baseUrl);
    const report = (await (await read((await share(person, factoryId)).path)).json()).data;
    const ofOwner = async (list: string) => (await person.keyed.get(`/factories/${factoryId}/${list}`)).body.data;
    const rows = [await ofOwner('accounts'), await ofOwner('posts'), report.accounts.data, report.posts.data].flat();
    return rows
      .flatMap(({ title, coverUrl, avatarUrl }) => [title, coverUrl, avatarUrl])
      .filter((text) => text != null);
  };
  expect((await texts()).length).toBeGreaterThan(4);
  dataOf(await owner.api.delete(`/social-accounts/${id}/connection`));
  await own.control.moveOn(60_000);
  await connect(owner, handle, { platform: 'TIKTOK' });
  dataOf(await owner.api.put(`/social-accounts/${id}/sharing`, { enabled: true }));
  expect(await texts()).toEqual([]);
  await own.control.moveOn(24 * 3_600_000);
  await scans.scanned();
  expect((await texts()).length).toBeGreaterThan(4);
});

test('the list of factories shows no views of an ended connection after a new one, until the next scan', async () => {
  const { owner } = await aScannedAccount('TIKTOK', true);
  const viewsOf = async () => (await owner.keyed.get('/factories')).body.data[0].views;
  const before = await viewsOf();
  expect(before).toBeGreaterThan(0);
  const [{ id, handle }] = (await owner.api.get('/social-accounts')).body.data;
  dataOf(await owner.api.delete(`/social-accounts/${id}/connection`));
  await own.control.moveOn(60_000);
  await connect(owner, handle, { platform: 'TIKTOK' });
  expect(await viewsOf()).toBe(null);
  await own.control.moveOn(24 * 3_600_000);
  await scans.scanned();
  expect(await viewsOf()).toBeGreaterThan(0);
});
