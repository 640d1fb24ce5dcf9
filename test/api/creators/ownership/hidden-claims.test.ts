import { afterEach, describe, expect, test } from 'vitest';
import { type Client, clientOf } from '../../../support/client.ts';
import { refused } from '../../../support/contract/expectations.ts';
import { type Person, peopleOf } from '../../../support/contract/people.ts';
import { type Claim, claimsOf } from '../../../support/market/claims.ts';
import { anItem, created, type Market } from '../../../support/market/market.ts';
import { aChannel, aHandle, twitch } from '../../../support/market/sellers.ts';
import { controlOf } from '../../../support/stack/control.ts';
import { isFullDepth } from '../../../support/stack/depth.ts';
import { ownMarket } from '../../../support/stack/own-market.ts';

let market: Market;
let control: ReturnType<typeof controlOf>;
let staff: Person;
let claims: ReturnType<typeof claimsOf>;
/** Guests of two instances; of one at the quick depth, where the function that caches is also not the one that writes. */
let guests: readonly Client[];
ownMarket(async ({ stack, market: own }) => {
  market = own;
  control = controlOf(stack.controlUrl);
  staff = await peopleOf(stack.baseUrl, market).aPerson({ roles: ['STAFF'] });
  claims = claimsOf(market, () => staff);
  const others = isFullDepth ? [await control.anotherInstance()] : [];
  guests = [stack.baseUrl, ...others].map((url) => clientOf(url, null, ''));
});
afterEach(() => control.queues('up'));

const all = <T>(read: (guest: Client) => Promise<T>): Promise<T[]> => Promise.all(guests.map(read));
/** This value from each instance. */
const everywhere = <T>(value: T): T[] => guests.map(() => value);
/** Moves past the second for which readers trust the cache. */
const aSecondLater = () => control.moveOn(1_000);

const pagesOf = ({ seller }: Claim) =>
  all(async (guest) => {
    const json = await guest.get(`/api/v1/creator-pages/${seller.publicId}`);
    const html = await guest.get(`/creators/${seller.publicId}`);
    expect(html.status).toBe(json.status);
    return {
      status: json.status,
      channels: json.body.data?.channels ?? [],
      services: json.body.data?.services ?? [],
      html: html.text,
    };
  });
const statusesOf = async (claim: Claim) => (await pagesOf(claim)).map(({ status }) => status);
/** The list entries of this creator, from each instance. */
const entriesOf = ({ seller }: Claim, query = 'limit=100') =>
  all(async (guest) => {
    const { body } = await guest.get(`/api/v1/creator-catalog?${query}`);
    return body.data.filter(({ publicId }: { publicId: string }) => publicId === seller.publicId);
  });
const isInSitemap = ({ seller }: Claim) =>
  all(async (guest) => {
    const index = await guest.get('/sitemap.xml');
    const shards = [...index.text.matchAll(/sitemaps\/[^<]+/g)].map(([path]) => path);
    const texts = await Promise.all(shards.map(async (path) => (await guest.get(`/${path}`)).text));
    return texts.join('').includes(seller.publicId);
  });

const dueOf = async ({ seller }: Claim) =>
  (await market.pool.query('select from catalog_due where creator_id = $1', [seller.id])).rowCount;

/** A creator who proves the channel, and one who only claims it. */
async function rivals() {
  const handle = aHandle();
  const [owner, rival] = [await claims.aClaim(handle), await claims.aClaim(handle)];
  await aSecondLater();
  expect(await statusesOf(rival)).toEqual(everywhere(200));
  return { handle, owner, rival };
}

describe('a claim of a channel', () => {
  test('shows NONE on the page and in the list until it is proven, and VERIFIED afterwards', async () => {
    const claim = await claims.aClaim(aHandle());
    await aSecondLater();
    const shown = async () => [
      ...(await pagesOf(claim)).map(({ channels }) => channels[0].ownership),
      ...(await entriesOf(claim)).map(([entry]) => entry.channels[0].ownership),
    ];
    expect(await shown()).toEqual([...everywhere('NONE'), ...everywhere('NONE')]);
    expect((await pagesOf(claim))[0]?.html).toContain('Ownership not verified');
    await claims.prove(claim);
    await aSecondLater();
    expect(await shown()).toEqual([...everywhere('VERIFIED'), ...everywhere('VERIFIED')]);
    expect((await pagesOf(claim))[0]?.html).toContain('Ownership verified');
    expect((await claims.withdraw(claim)).status).toBe(200);
    await aSecondLater();
    expect(await shown()).toEqual([...everywhere('NONE'), ...everywhere('NONE')]);
  });

  test('shows VERIFIED on a native channel because of its social account, and hides unproven claims of others', async () => {
    const handle = aHandle();
    const rival = await claims.aClaim(handle);
    const seller = await claims.aSeller();
    const socialAccountId = await claims.anAccount(seller.id, { platform: 'TWITCH', handle });
    const { id } = await aChannel(seller, { kind: 'NATIVE', socialAccountId });
    await aSecondLater();
    expect(await statusesOf(rival)).toEqual(everywhere(404));
    expect((await seller.api.delete(`/influencer-channels/${id}`)).status).toBe(200);
    await aSecondLater();
    expect(await statusesOf(rival)).toEqual(everywhere(200));
  });
});

describe('a claim of a channel that another creator has proven', () => {
  test('is hidden within one second from its page, even without jobs, and is shown again when the proof is withdrawn', async () => {
    const { owner, rival } = await rivals();
    await control.queues('hold');
    await claims.prove(owner);
    await aSecondLater();
    expect(await statusesOf(rival)).toEqual(everywhere(404));
    expect(await entriesOf(rival)).toEqual(everywhere([]));
    expect(await isInSitemap(rival)).toEqual(everywhere(false));
    expect(await dueOf(rival)).toBe(1);
    expect((await pagesOf(owner)).map(({ channels }) => channels[0].ownership)).toEqual(everywhere('VERIFIED'));
    expect((await entriesOf(owner)).map(([entry]) => entry.channels[0].ownership)).toEqual(everywhere('VERIFIED'));

    await claims.withdraw(owner);
    await aSecondLater();
    expect(await statusesOf(rival)).toEqual(everywhere(200));
  });

  test('leaves search and filters after the job, which cron starts when its message was lost', async () => {
    const { handle, owner, rival } = await rivals();
    expect((await entriesOf(rival, `q=${handle}`)).map(({ length }) => length)).toEqual(everywhere(1));
    await claims.prove(owner);
    await control.fireCron('* * * * *');
    await aSecondLater();
    expect(await dueOf(rival)).toBe(0);
    for (const query of [`q=${handle}`, 'platform=TWITCH&limit=100', 'sort=price&limit=100'])
      expect(await entriesOf(rival, query), query).toEqual(everywhere([]));
    expect((await entriesOf(owner, `q=${handle}`)).map(({ length }) => length)).toEqual(everywhere(1));
    await claims.remove(owner);
    await control.fireCron('* * * * *');
    await aSecondLater();
    expect((await entriesOf(rival, `q=${handle}`)).map(({ length }) => length)).toEqual(everywhere(1));
    expect(await isInSitemap(rival)).toEqual(everywhere(true));
  });

  test('is hidden while the other channels and services stay, and the live page equals the rebuilt one', async () => {
    const { handle, owner, rival } = await rivals();
    const other = await claims.aClaim(aHandle(), { seller: rival.seller, title: 'Another mention' });
    await control.queues('hold');
    await claims.prove(owner);
    await aSecondLater();
    const textOf = (path: string) => all(async (guest) => (await guest.get(path)).text);
    const page = `/api/v1/creator-pages/${rival.seller.publicId}`;
    const live = await textOf(page);
    expect(live.join('')).not.toContain(handle);
    for (const { services } of await pagesOf(rival))
      expect(services.map(({ serviceListingId }: { serviceListingId: number }) => serviceListingId)).toEqual([
        other.listing.id,
      ]);
    const [[entry]] = (await entriesOf(rival)) as [[object]];
    expect(JSON.stringify(entry)).not.toContain(handle);
    await control.queues('up');
    await control.fireCron('* * * * *');
    await aSecondLater();
    expect(await dueOf(rival)).toBe(0);
    expect(await textOf(page)).toEqual(live);
    expect((await entriesOf(rival))[0]).toEqual([entry]);
  });

  test('is hidden when it is created after the proof, and is shown once it is proven after the other proof was withdrawn', async () => {
    const handle = aHandle();
    const owner = await claims.aClaim(handle);
    await claims.prove(owner);
    const rival = await claims.aClaim(handle);
    await aSecondLater();
    expect(await statusesOf(rival)).toEqual(everywhere(404));

    await claims.submit(rival);
    const refusal = refused(await claims.approve(rival), 'INVALID_STATE');
    expect(refusal).toMatchObject({ status: 'PROVEN_BY_ANOTHER', allowedActions: ['reject'] });
    expect(refusal.message).toContain(String(owner.channelId));
    await claims.withdraw(owner);
    expect((await claims.approve(rival)).status).toBe(200);
    await aSecondLater();
    expect([await statusesOf(owner), await statusesOf(rival)]).toEqual([everywhere(404), everywhere(200)]);
  });

  test('sells nothing once the proof is committed, while funded orders continue', async () => {
    const { owner, rival } = await rivals();
    const advertiser = await market.anAdvertiser({ fundsCents: 1_000_000 });
    const funded = await market.aQuote(advertiser, rival.listing);
    const quoted = await market.aQuote(advertiser, rival.listing);
    const drafted = created(await advertiser.api.post('/placement-orders', { items: [anItem(rival.listing)] })).body
      .data;
    created(await market.checkOut(advertiser, funded));
    await control.queues('hold');
    await claims.prove(owner);

    refused(await market.checkOut(advertiser, quoted), 'PRICE_CHANGED');
    refused(
      await advertiser.api.post(`/placement-orders/${drafted.id}/quote`, { expectedVersion: 1 }),
      'RESOURCE_NOT_FOUND',
    );
    refused(await advertiser.api.post('/placement-orders', { items: [anItem(rival.listing)] }), 'RESOURCE_NOT_FOUND');
    const [work] = (await rival.seller.api.get('/placement-assignments')).body.data;
    expect(
      (await rival.seller.api.post(`/placement-assignments/${work.id}/accept`, { expectedVersion: work.version }))
        .status,
    ).toBe(200);
    await market.expectSoundLedger();
  });

  test('is shown again when the proven channel is removed, which then sells nothing, even without jobs', async () => {
    const { owner, rival } = await rivals();
    await claims.prove(owner);
    const advertiser = await market.anAdvertiser({ fundsCents: 1_000_000 });
    const quoted = await market.aQuote(advertiser, owner.listing);
    await control.queues('hold');
    expect((await claims.remove(owner)).status).toBe(200);
    await aSecondLater();
    expect([await statusesOf(owner), await statusesOf(rival)]).toEqual([everywhere(404), everywhere(200)]);
    refused(await market.checkOut(advertiser, quoted), 'PRICE_CHANGED');
    refused(await advertiser.api.post('/placement-orders', { items: [anItem(owner.listing)] }), 'RESOURCE_NOT_FOUND');
  });

  test('stays hidden while the proven channel is blocked or its creator is suspended', async () => {
    const { owner, rival } = await rivals();
    await claims.prove(owner);
    const block = { blocked: true, reason: 'Under investigation' };
    expect((await staff.twin.put(`/staff/channels/${owner.channelId}/block`, block)).status).toBe(200);
    await staff.twin.put(`/staff/users/${owner.seller.id}/suspension`, { suspended: true, reason: 'Chargeback' });
    await aSecondLater();
    expect(await statusesOf(rival)).toEqual(everywhere(404));
  });

  test('is hidden for that handle only, and the owner cannot add the channel again', async () => {
    const { owner } = await rivals();
    const other = await claims.aClaim(aHandle());
    await claims.prove(owner);
    await aSecondLater();
    expect(await statusesOf(other)).toEqual(everywhere(200));
    const { data } = (await owner.seller.api.get('/influencer-channels')).body;
    refused(await owner.seller.api.post('/influencer-channels', twitch(data[0].handle)), 'CHANNEL_EXISTS');
  });
});
