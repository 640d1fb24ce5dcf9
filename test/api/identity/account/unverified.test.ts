import { beforeAll, expect, test } from 'vitest';
import { clientOf } from '../../../support/client.ts';
import { anItem, type Market } from '../../../support/market/market.ts';
import { aPerson, type Person } from '../../../support/market/people.ts';
import { controlOf } from '../../../support/stack/control.ts';
import { ownMarket } from '../../../support/stack/own-market.ts';

let market: Market;
let control: ReturnType<typeof controlOf>;
let baseUrl: string;
let person: Person;
ownMarket(
  async (own) => {
    market = own.market;
    control = controlOf(own.stack.controlUrl);
    baseUrl = own.stack.baseUrl;
  },
  { vars: { EMAIL_VERIFICATION: 'true' } },
);
beforeAll(async () => {
  person = await aPerson(baseUrl, { roles: ['ADVERTISER'] });
});

/** Sets the verification of the address; an isolate trusts its cached user for one second. */
async function setVerified(isVerified: boolean): Promise<void> {
  await market.pool.query('update users set email_verified = $2 where id = $1', [person.userId, isVerified]);
  await control.moveOn(1_100);
}

const aKey = () => person.api.post('/api-keys', { name: 'Robot', scopes: ['write'] });
const refused = [403, 'EMAIL_NOT_VERIFIED'];

test('a user with an unverified address creates no API key', async () => {
  await setVerified(false);
  const reply = await aKey();
  expect([reply.status, reply.body.code]).toEqual(refused);
  await setVerified(true);
  expect((await aKey()).status).toBe(201);
});

test('a user with an unverified address creates no order by key or token, and can still read', async () => {
  const items = [anItem(await market.aListing())];
  await setVerified(false);
  for (const client of [person.keyed, person.api]) {
    const reply = await client.post('/placement-orders', { items });
    expect([reply.status, reply.body.code]).toEqual(refused);
    expect((await client.get('/placement-orders')).status).toBe(200);
  }
  const confirmed = await person.keyed.post('/placement-offers', {});
  expect(confirmed.status).not.toBe(201);
  await setVerified(true);
  expect((await person.keyed.post('/placement-orders', { items })).status).toBe(201);
});

test('a user of an external issuer needs no verification by email', async () => {
  const { id } = await market.one(
    `insert into users (name, email, roles, external_subject) values ('Ext', 'ext@external.invalid', '{ADVERTISER}', 'ext-1') returning id::int`,
  );
  const client = clientOf(baseUrl, await market.aKey(id));
  const reply = await client.post('/placement-orders', { items: [anItem(await market.aListing())] });
  expect(reply.status).toBe(201);
});
