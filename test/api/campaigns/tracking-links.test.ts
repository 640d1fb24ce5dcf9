import { encode } from 'uqr';
import { afterAll, describe, expect, test } from 'vitest';
import { maxTrackingLinks } from '../../../schema/campaigns/campaign-terms.ts';
import { refused } from '../../support/contract/expectations.ts';
import { campaignsOf, dataOf, move } from '../../support/market/campaigns.ts';
import { marketOf } from '../../support/market/market.ts';
import { aPerson } from '../../support/market/people.ts';
import { sellersOf } from '../../support/market/sellers.ts';
import { aLink, destinationUrl, visitorsOf } from '../../support/market/tracking-links.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf({ baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const campaigns = campaignsOf(baseUrl, market);
const visit = visitorsOf(baseUrl);
afterAll(() => market.close());

async function aCreator() {
  const creator = await aPerson(baseUrl, { roles: ['CREATOR'] });
  return { ...creator, accountId: await sellersOf(market).anAccount(creator.userId) };
}

async function anOwnDraft() {
  const advertiser = await campaigns.anAdvertiser(0);
  return { advertiser, draft: await campaigns.aDraft(advertiser) };
}

describe('a new tracking link', () => {
  test('a new link has a code of ten letters and digits, and no clicks', async () => {
    const { advertiser, draft } = await anOwnDraft();
    const link = await aLink(advertiser, draft, { label: 'Poster' });
    expect(link).toEqual({
      ...{ id: expect.any(Number), code: expect.stringMatching(/^[0-9A-Za-z]{10}$/), url: `${baseUrl}/t/${link.code}` },
      ...{ destinationUrl, label: 'Poster', socialAccountId: null },
      ...{ clicks: 0, uniqueClicks: 0, lastClickAt: null, createdAt: expect.any(String) },
      ...{ blockedAt: null, blockReason: null },
    });
    const other = await aLink(advertiser, draft);
    expect(other).toMatchObject({ label: null });
    expect(other.code).not.toBe(link.code);
  });

  test('destinationUrl is stored in the form that browsers send', async () => {
    const advertiser = await campaigns.anAdvertiser();
    const draft = await campaigns.aRunning(advertiser);
    const link = await aLink(advertiser, draft, {
      destinationUrl: 'HTTPS://Shop.Example/sommer größe'.replace(' ', '%20'),
    });
    expect(link.destinationUrl).toBe('https://shop.example/sommer%20gr%C3%B6%C3%9Fe');
    expect((await visit(link)).headers.get('location')).toBe(link.destinationUrl);
  });

  test.each([
    ['http', 'http://shop.example/'],
    ['another protocol', 'javascript:alert(1)'],
    ['no protocol', 'shop.example/summer'],
    ['a user name', 'https://user@shop.example/'],
    ['a password', 'https://user:secret@shop.example/'],
    ['a space', 'https://shop.example/a b'],
    ['a line break', 'https://shop.example/\r\nset-cookie: a=b'],
    ['no host', 'https://'],
    ['nothing', ''],
    ['too many characters', `https://shop.example/${'a'.repeat(2_000)}`],
    ['too many characters once they are encoded', `https://shop.example/${'ö'.repeat(900)}`],
  ])('a destination with %s is refused', async (_, address) => {
    const { advertiser, draft } = await anOwnDraft();
    const body = { destinationUrl: address };
    const { issues } = refused(
      await advertiser.api.post(`/campaigns/${draft.id}/tracking-links`, body),
      'VALIDATION_FAILED',
    );
    expect(issues[0].path).toBe('destinationUrl');
  });

  test('a campaign of another advertiser gets no link', async () => {
    const { draft } = await anOwnDraft();
    const other = await campaigns.anAdvertiser(0);
    refused(await other.api.post(`/campaigns/${draft.id}/tracking-links`, { destinationUrl }), 'RESOURCE_NOT_FOUND');
  });

  test('a key cannot create a link', async () => {
    const { advertiser, draft } = await anOwnDraft();
    refused(
      await advertiser.keyed.post(`/campaigns/${draft.id}/tracking-links`, { destinationUrl }),
      'METHOD_NOT_ALLOWED',
    );
  });

  test('an ended campaign gets no link', async () => {
    const advertiser = await campaigns.anAdvertiser();
    const ended = dataOf(await move(advertiser, await campaigns.aRunning(advertiser), 'complete'));
    const reply = await advertiser.api.post(`/campaigns/${ended.id}/tracking-links`, { destinationUrl });
    expect(refused(reply, 'INVALID_STATE')).toMatchObject({ status: 'COMPLETED', allowedActions: [] });
  });

  test('a link is refused when its campaign has two hundred, also by requests at once', async () => {
    const { advertiser, draft } = await anOwnDraft();
    await market.pool.query(
      `insert into tracking_links (campaign_id, code, destination_url, salt, created_at)
       select $1::bigint, left(md5($1 || '-' || n), 10), 'https://shop.example/', sha256(n::text::bytea), now() from generate_series(1, $2) n`,
      [draft.id, maxTrackingLinks - 1],
    );
    const both = await Promise.all(
      [1, 2].map(() => advertiser.api.post(`/campaigns/${draft.id}/tracking-links`, { destinationUrl })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(both.find(({ status }) => status === 409)?.body).toMatchObject({ status: 'LIMIT_REACHED' });
  });

  test('a repeated request with the same key makes one link, and another body is refused', async () => {
    const { advertiser, draft } = await anOwnDraft();
    const key = crypto.randomUUID();
    const send = (body: object) => advertiser.api.post(`/campaigns/${draft.id}/tracking-links`, body, { key });
    const [first, second] = await Promise.all([send({ destinationUrl }), send({ destinationUrl })]);
    expect(second.text).toBe(first.text);
    refused(await send({ destinationUrl: 'https://shop.example/' }), 'IDEMPOTENCY_CONFLICT');
    const list = await advertiser.keyed.get(`/campaigns/${draft.id}/tracking-links`);
    expect(list.body).toEqual({ data: [dataOf(first, 201)], nextCursor: null });
  });

  test('a link can be created without an Idempotency-Key', async () => {
    const { advertiser, draft } = await anOwnDraft();
    const path = `/campaigns/${draft.id}/tracking-links`;
    dataOf(await advertiser.api.post(path, { destinationUrl }, { key: null }), 201);
  });

  test('a link cannot be changed or deleted', async () => {
    const { advertiser, draft } = await anOwnDraft();
    const link = await aLink(advertiser, draft);
    const path = `/campaigns/${draft.id}/tracking-links/${link.id}`;
    refused(await advertiser.api.patch(path, { label: 'Other' }), 'RESOURCE_NOT_FOUND');
    refused(await advertiser.api.delete(path), 'RESOURCE_NOT_FOUND');
    await expect(market.pool.query('delete from tracking_links where id = $1', [link.id])).rejects.toThrow();
  });
});

describe('the account of a link', () => {
  const path = ({ id }: { id: number }) => `/campaigns/${id}/tracking-links`;

  test('a link is made only for an account of a creator who takes part in the campaign', async () => {
    const [creator, advertiser] = [await aCreator(), await campaigns.anAdvertiser()];
    const running = await campaigns.aRunning(advertiser);
    const body = { destinationUrl, socialAccountId: creator.accountId };
    refused(await advertiser.api.post(path(running), body), 'RESOURCE_NOT_FOUND');
    const unknown = { ...body, socialAccountId: 9_007_199_254_740_991 };
    refused(await advertiser.api.post(path(running), unknown), 'RESOURCE_NOT_FOUND');
    dataOf(await creator.keyed.post(`/offers/${running.id}/take`, {}));
    const link = dataOf(await advertiser.api.post(path(running), body), 201);
    expect(link).toMatchObject({ socialAccountId: creator.accountId });
    const other = await campaigns.aRunning(advertiser);
    refused(await advertiser.api.post(path(other), body), 'RESOURCE_NOT_FOUND');
  });

  test('creators see the links of their own accounts in the offer, newest first, and no other link', async () => {
    const [creator, other, advertiser] = [await aCreator(), await aCreator(), await campaigns.anAdvertiser()];
    const running = await campaigns.aRunning(advertiser);
    for (const { keyed } of [creator, other]) dataOf(await keyed.post(`/offers/${running.id}/take`, {}));
    await aLink(advertiser, running, { label: 'For nobody' });
    const first = await aLink(advertiser, running, { label: 'First', socialAccountId: creator.accountId });
    const second = await aLink(advertiser, running, { label: 'Second', socialAccountId: creator.accountId });
    await market.pool.query(
      'update tracking_links set clicks = 3, unique_clicks = 2, last_click_at = now() where id = $1',
      [first.id],
    );
    const [offer] = (await creator.keyed.get('/offers?limit=1')).body.data;
    expect(offer.trackingLinks).toEqual([
      { id: second.id, url: second.url, label: 'Second', clicks: 0, uniqueClicks: 0 },
      { id: first.id, url: first.url, label: 'First', clicks: 3, uniqueClicks: 2 },
    ]);
    expect(dataOf(await creator.keyed.post(`/offers/${running.id}/take`, {})).trackingLinks).toEqual(
      offer.trackingLinks,
    );
    expect((await other.keyed.get('/offers?limit=1')).body.data[0].trackingLinks).toEqual([]);
  });
});

describe('the list of links', () => {
  test('the list has the newest links first, each once', async () => {
    const { advertiser, draft } = await anOwnDraft();
    const made: number[] = [];
    for (let n = 0; n < 3; n += 1) made.unshift((await aLink(advertiser, draft)).id);
    await aLink(advertiser, await campaigns.aDraft(advertiser));
    const list = async (query: string) =>
      (await advertiser.keyed.get(`/campaigns/${draft.id}/tracking-links${query}`)).body;
    const ids = ({ data }: { data: { id: number }[] }) => data.map(({ id }) => id);
    const first = await list('?limit=2');
    expect([ids(first), first.nextCursor]).toEqual([made.slice(0, 2), String(made[1])]);
    const second = await list(`?limit=2&cursor=${first.nextCursor}`);
    expect([ids(second), second.nextCursor]).toEqual([made.slice(2), null]);
    const byToken = await advertiser.api.get(`/campaigns/${draft.id}/tracking-links`);
    expect(ids(byToken.body)).toEqual(made);
  });

  test('the list refuses a cursor of another campaign, and does not exist for another advertiser', async () => {
    const { advertiser, draft } = await anOwnDraft();
    const foreign = await aLink(advertiser, await campaigns.aDraft(advertiser));
    const path = `/campaigns/${draft.id}/tracking-links`;
    refused(await advertiser.keyed.get(`${path}?cursor=${foreign.id}`), 'INVALID_CURSOR');
    const other = await campaigns.anAdvertiser(0);
    refused(await other.keyed.get(path), 'RESOURCE_NOT_FOUND');
  });
});

describe('the QR code of a link', () => {
  test('the QR code is an SVG with the address of the link and a quiet zone of four modules', async () => {
    const { advertiser, draft } = await anOwnDraft();
    const link = await aLink(advertiser, draft);
    for (const caller of [advertiser.keyed, advertiser.api]) {
      const { status, headers, text } = await caller.get(`/campaigns/${draft.id}/tracking-links/${link.id}/qr`);
      expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
        200,
        'image/svg+xml',
        'no-store',
      ]);
      const { size, data } = encode(link.url, { border: 4 });
      expect(text).toMatch(new RegExp(`^<svg [^>]*viewBox="0 0 ${size * 10} ${size * 10}"`));
      expect(text.match(/M\d+,\d+/g)).toHaveLength(data.flat().filter(Boolean).length);
    }
  });

  test('the QR code does not exist in another campaign and for another advertiser', async () => {
    const { advertiser, draft } = await anOwnDraft();
    const link = await aLink(advertiser, draft);
    const elsewhere = await campaigns.aDraft(advertiser);
    const other = await campaigns.anAdvertiser(0);
    refused(
      await advertiser.keyed.get(`/campaigns/${elsewhere.id}/tracking-links/${link.id}/qr`),
      'RESOURCE_NOT_FOUND',
    );
    refused(await other.keyed.get(`/campaigns/${draft.id}/tracking-links/${link.id}/qr`), 'RESOURCE_NOT_FOUND');
  });
});
