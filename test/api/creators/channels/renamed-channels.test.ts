import { expect, test } from 'vitest';
import { type Client, clientOf, type Reply } from '../../../support/client.ts';
import type { Market } from '../../../support/market/market.ts';
import { aChannel, aHandle, type Seller, sellersOf } from '../../../support/market/sellers.ts';
import type { controlOf } from '../../../support/stack/control.ts';
import { ownMarket } from '../../../support/stack/own-market.ts';

let market: Market;
let control: ReturnType<typeof controlOf>;
let sellers: ReturnType<typeof sellersOf>;
let guest: Client;
ownMarket(async (own) => {
  ({ market, control } = own);
  guest = clientOf(own.stack.baseUrl, null, '/api/v1');
  sellers = sellersOf(own.market);
});

const addressOf = (handle: string) => `https://www.tiktok.com/@${handle}`;

/** A creator whose page shows a service on Twitch. */
async function aShop(): Promise<Seller> {
  const seller = await sellers.aSeller();
  const channel = await aChannel(seller);
  await market.pool.query(
    `insert into service_listings (channel_id, creator_id, type, variant, unit, proof_modes, title, base_price, usage_terms, is_published)
     values ($1, $2, 'STREAM', 'MENTION', 'STREAM', '{PUBLIC_VOD}', 'A mention', 1000000, 'Anywhere.', true)`,
    [channel.id, seller.id],
  );
  await market.refresh(seller.id);
  return seller;
}

/** A creator with a native channel. */
async function aNativeChannel() {
  const owner = await aShop();
  const handle = aHandle();
  const accountId = await sellers.anAccount(owner.id, { platform: 'TIKTOK', handle });
  const channel = await aChannel(owner, { kind: 'NATIVE', socialAccountId: accountId });
  return { owner, handle, accountId, channel };
}

/** The account has another name, as a read of its profile stores it. */
const rename = (accountId: number, handle: string) =>
  market.pool.query('update social_accounts set handle = $2 where id = $1', [accountId, handle]);

const followRenames = () => control.fireCron('*/5 * * * *');

const onTikTok = (channels: Reply['body']) => channels.filter(({ platform }: Reply['body']) => platform === 'TIKTOK');

const channelsOf = async ({ api }: Seller) => onTikTok((await api.get('/influencer-channels')).body.data);

/** The names that the page shows, a second later. */
async function shownTo({ publicId }: Seller): Promise<string[]> {
  await control.moveOn(1_000);
  const page = await guest.get(`/creator-pages/${publicId}`);
  expect([page.status, page.text]).toEqual([200, page.text]);
  return onTikTok(page.body.data.channels).map(({ handle }: Reply['body']) => handle);
}

test('a native channel has the present name of its account after the next run, on the page too', async () => {
  const { owner, accountId, channel } = await aNativeChannel();
  const renamed = aHandle();
  await rename(accountId, renamed);
  await followRenames();
  expect(await channelsOf(owner)).toMatchObject([
    { id: channel.id, handle: renamed, canonicalUrl: addressOf(renamed), version: channel.version + 1 },
  ]);
  expect(await shownTo(owner)).toEqual([renamed]);
  await followRenames();
  expect(await channelsOf(owner)).toMatchObject([{ version: channel.version + 1 }]);
});

test('claims of others are hidden at the new address of a native channel, and shown at the former one', async () => {
  const { handle, accountId } = await aNativeChannel();
  const [former, other] = [await aShop(), await aShop()];
  const renamed = aHandle();
  await aChannel(former, { kind: 'MANUAL', platform: 'TIKTOK', canonicalUrl: addressOf(handle) });
  await aChannel(other, { kind: 'MANUAL', platform: 'TIKTOK', canonicalUrl: addressOf(renamed) });
  expect([await shownTo(former), await shownTo(other)]).toEqual([[], [renamed]]);
  await rename(accountId, renamed);
  await followRenames();
  expect([await shownTo(former), await shownTo(other)]).toEqual([[handle], []]);
});

test('two accounts of different creators can exchange their names', async () => {
  const [one, two] = [await aNativeChannel(), await aNativeChannel()];
  await rename(one.accountId, `${one.handle}x`);
  await rename(two.accountId, one.handle);
  await rename(one.accountId, two.handle);
  await followRenames();
  expect(await channelsOf(one.owner)).toMatchObject([{ handle: two.handle }]);
  expect(await channelsOf(two.owner)).toMatchObject([{ handle: one.handle }]);
});

test('a native channel keeps its former name while its creator has another channel of the new one', async () => {
  const { owner, handle, accountId, channel } = await aNativeChannel();
  const renamed = aHandle();
  const manual = await aChannel(owner, { kind: 'MANUAL', platform: 'TIKTOK', canonicalUrl: addressOf(renamed) });
  await rename(accountId, renamed);
  await followRenames();
  const native = async () => (await channelsOf(owner)).find(({ id }: { id: number }) => id === channel.id);
  expect(await native()).toMatchObject({ handle });
  const removed = await owner.api.delete(`/influencer-channels/${manual.id}?expectedVersion=${manual.version}`);
  expect([removed.status, removed.text]).toEqual([200, removed.text]);
  await followRenames();
  expect(await native()).toMatchObject({ handle: renamed });
});
