import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Reply } from '../../support/client.ts';
import { anOffer } from '../../support/contract/order-cases.ts';
import { type Person, peopleOf } from '../../support/contract/people.ts';
import { campaignsOf, move } from '../../support/market/campaigns.ts';
import { type Creator, confirmationOf, created, type Listing, type Market } from '../../support/market/market.ts';
import { sellersOf } from '../../support/market/sellers.ts';
import { submitPosts } from '../../support/market/submitted-posts.ts';
import { countDeadlocks } from '../../support/stack/deadlocks.ts';
import { depth } from '../../support/stack/depth.ts';
import { whileHeld } from '../../support/stack/held-rows.ts';
import { ownMarket } from '../../support/stack/own-market.ts';
import type { OwnStack } from '../../support/stack/stack.ts';

const rounds = depth(2, 40);

let stack: OwnStack;
let market: Market;
let staff: Person;
ownMarket(async (own) => {
  ({ stack, market } = own);
});
beforeAll(async () => {
  staff = await peopleOf(stack.baseUrl, market).aPerson({ roles: ['STAFF'] });
});
afterEach(() => market.expectSoundLedger());

/** A user who sells, and can delete the account. */
interface Seller extends Person, Creator {
  readonly listing: Listing;
}

async function aSeller(): Promise<Seller> {
  const person = await peopleOf(stack.baseUrl, market).aPerson({ roles: ['ADVERTISER'] });
  await market.pool.query(`update users set roles = '{ADVERTISER,CREATOR}' where id = $1`, [person.id]);
  const creator = await market.aCreator({ userId: person.id });
  return { ...person, ...creator, listing: await market.aListing({ creator }) };
}

const leave = ({ twin }: Person): Promise<Reply> => twin.delete('/me', { body: { confirm: true } });
const obstaclesOf = async ({ id }: Person): Promise<string[]> =>
  (await market.one('select account_obstacles($1) as found', [id])).found;

/** Prepares a request that would leave money or open work with the user. */
type Competitor = (seller: Seller) => Promise<() => Promise<{ readonly status: number }>>;

const deposit: Competitor =
  async ({ id }) =>
  () =>
    staff.twin.post(`/staff/users/${id}/deposits`, { amountCents: '100', reference: randomUUID() });

const checkout: Competitor = async ({ listing }) => {
  const buyer = await market.anAdvertiser({ fundsCents: 100_000 });
  const quoted = await market.aQuote(buyer, listing);
  return () => market.checkOut(buyer, quoted);
};

const offer: Competitor = async ({ publicId }) => {
  const buyer = await market.anAdvertiser({ fundsCents: 100_000 });
  const quoted = created(await buyer.api.post('/placement-offers/quote', anOffer(publicId)));
  return () => buyer.api.post('/placement-offers', confirmationOf(quoted.body.data));
};

const post: Competitor = async ({ id: creatorId }) => {
  const campaigns = campaignsOf(stack.baseUrl, market);
  const campaign = await campaigns.aRunning(await campaigns.anAdvertiser());
  const accountId = await sellersOf(market).anAccount(creatorId);
  return () =>
    submitPosts(market, { campaignId: campaign.id, creatorId, accountId }).then(
      () => ({ status: 201 }),
      () => ({ status: 409 }),
    );
};

/** A user whose balance is the budget of a draft. The balance is in the way before the start, and the reserve after it. */
const start: Competitor = async ({ id, twin }) => {
  await market.deposit(id, 10_000);
  const campaign = await campaignsOf(stack.baseUrl, market).aDraft({ api: twin });
  return () => move({ api: twin }, campaign, 'start');
};

describe.each([
  ['a deposit', deposit],
  ['a checkout', checkout],
  ['a confirmed offer', offer],
  ['a submitted post', post],
  ['the start of a campaign', start],
])('%s and a deletion at once', (_, competitor) => {
  test('leave no money and no open work with a deleted user, and no deadlock', async () => {
    const before = countDeadlocks(stack);
    const pairs: { seller: Seller; compete: Awaited<ReturnType<Competitor>> }[] = [];
    // In sequence: only a few passwords are hashed at once.
    for (let round = 0; round < rounds; round++) {
      const seller = await aSeller();
      pairs.push({ seller, compete: await competitor(seller) });
    }
    await Promise.all(
      pairs.map(async ({ seller, compete }, index) => {
        const [left, other] = await Promise.all(
          index % 2 === 0 ? [leave(seller), compete()] : [compete(), leave(seller)].reverse(),
        );
        const isDeleted =
          (await market.one('select deleted_at from users where id = $1', [seller.id])).deleted_at !== null;
        expect([left?.status, other?.status].sort()).toContain(isDeleted ? 200 : 409);
        if (isDeleted) expect(await obstaclesOf(seller)).toEqual([]);
        else expect(await obstaclesOf(seller)).not.toEqual([]);
      }),
    );
    expect(countDeadlocks(stack)).toBe(before);
  });
});

/** Holds a deletion that has locked the user, until `meanwhile` has run. */
const whileDeleting = (seller: Seller, meanwhile: () => Promise<unknown>): Promise<Reply> =>
  whileHeld(
    market.pool,
    { text: 'select from creators where user_id = $1 for update', values: [seller.id] },
    () => leave(seller),
    meanwhile,
  );

test.each([
  ['a checkout', checkout],
  ['a confirmed offer', offer],
] as const)('%s that waits for a deletion is refused and reserves nothing', async (_, competitor) => {
  const seller = await aSeller();
  const compete = await competitor(seller);
  let waiting: ReturnType<typeof compete> | undefined;
  const left = await whileDeleting(seller, async () => {
    waiting = compete();
    await expect
      .poll(async () =>
        Number((await market.one(`select count(*) from pg_stat_activity where wait_event_type = 'Lock'`)).count),
      )
      .toBeGreaterThan(1);
  });
  expect(left.status).toBe(200);
  expect((await waiting)?.status).toBe(409);
  expect(await obstaclesOf(seller)).toEqual([]);
});

test('a deposit during a deletion keeps the account, and a deposit after it is refused', async () => {
  const [kept, gone] = [await aSeller(), await aSeller()];
  // The first payment to a user waits for the deletion, because it opens the accounts of the user.
  await market.deposit(kept.id, 100);
  const withdrawal = { amountCents: '100', reference: randomUUID() };
  expect((await staff.twin.post(`/staff/users/${kept.id}/withdrawals`, withdrawal)).status).toBe(201);
  const left = await whileDeleting(kept, async () => {
    expect((await (await deposit(kept))()).status).toBe(201);
  });
  expect(left.body).toMatchObject({ code: 'INVALID_STATE', status: 'BALANCE' });
  expect((await leave(gone)).status).toBe(200);
  expect((await (await deposit(gone))()).status).toBe(404);
});
