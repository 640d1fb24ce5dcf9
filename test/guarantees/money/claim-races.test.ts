import { beforeEach, expect, test } from 'vitest';
import { clientOf, type Reply } from '../../support/client.ts';
import { type Person, peopleOf } from '../../support/contract/people.ts';
import { type Claim, claimsOf } from '../../support/market/claims.ts';
import type { Market } from '../../support/market/market.ts';
import { aHandle } from '../../support/market/sellers.ts';
import { controlOf } from '../../support/stack/control.ts';
import { depth } from '../../support/stack/depth.ts';
import { ownMarket } from '../../support/stack/own-market.ts';
import { spread, startedAfter } from '../../support/stack/races.ts';

let market: Market;
let control: ReturnType<typeof controlOf>;
let baseUrl: string;
let other: string;
/** The same claims and decisions, through two instances. */
let here: ReturnType<typeof claimsOf>;
let there: ReturnType<typeof claimsOf>;
ownMarket(
  async ({ stack, market: own }) => {
    market = own;
    control = controlOf(stack.controlUrl);
    ({ baseUrl } = stack);
    other = await control.anotherInstance();
  },
  { vars: { RATE_LIMIT_SCALE: '1000000' } },
);

// The token of staff ends sooner than all tests together.
beforeEach(async () => {
  const staff: Person = await peopleOf(baseUrl, market).aPerson({ roles: ['STAFF'] });
  here = claimsOf(market, () => staff);
  there = claimsOf(market, () => ({ ...staff, twin: clientOf(other, staff.token, '/api/v1') }));
});

const rounds = depth(2, 100);
const farthestMs = 40;

/** Sends both at once, one of them with a small delay that changes from round to round. */
async function race(round: number, one: () => Promise<Reply>, other: () => Promise<Reply>): Promise<[Reply, Reply]> {
  const delayMs = farthestMs * (2 * spread(round) - 1);
  return Promise.all([startedAfter(-delayMs, one), startedAfter(delayMs, other)]);
}

/** Expects the catalog to show exactly the visible channels of these creators after the jobs. */
async function expectShownAsTheyAre(claims: readonly Claim[]): Promise<void> {
  // The job passes over a creator whose catalog entry an answer still renews.
  await control.untilNothingIsDeferred();
  await control.run('rebuild-catalog');
  const ids = claims.map(({ seller }) => seller.id);
  const { rows } = await market.pool.query(
    `select c.user_id::int as id from creators c left join catalog_creators known on known.creator_id = c.user_id
       left join catalog_projection p on p.creator_id = c.user_id left join catalog_due d on d.creator_id = c.user_id
     where c.user_id = any ($1) and (known.content is distinct from p.content or d.creator_id is not null)`,
    [ids],
  );
  expect(rows).toEqual([]);
}

const isListed = async ({ seller }: Claim): Promise<boolean> =>
  (await market.pool.query('select from catalog_creators where creator_id = $1', [seller.id])).rowCount === 1;

const ownershipOf = async ({ channelId }: Claim): Promise<string> =>
  (await market.one('select ownership from channels where id = $1', [channelId])).ownership;

const expectProvenByAnother = ({ status, body, text }: Reply | { status: number; body: Reply['body']; text: string }) =>
  expect({ status, state: body.status, text }).toEqual({ status: 409, state: 'PROVEN_BY_ANOTHER', text });

async function aPair(): Promise<[Claim, Claim]> {
  const handle = aHandle();
  return Promise.all([here.aClaim(handle), there.aClaim(handle)]);
}

test(`one of two concurrent proofs of a channel succeeds and the other claim is hidden, ${rounds} times`, async () => {
  for (let round = 0; round < rounds; round++) {
    const pair = await aPair();
    await Promise.all([here.submit(pair[0]), there.submit(pair[1])]);
    const replies = await race(
      round,
      () => here.approve(pair[0]),
      () => there.approve(pair[1]),
    );
    const winner = replies.findIndex(({ status }) => status === 200);
    expect(winner, replies.map(({ text }) => text).join('\n')).not.toBe(-1);
    expectProvenByAnother(replies[1 - winner] as Reply);
    await expectShownAsTheyAre(pair);
    expect(await Promise.all(pair.map(isListed))).toEqual([winner === 0, winner === 1]);
  }
});

test(`a proof during the withdrawal of another is accepted or refused, and shown accordingly, ${rounds} times`, async () => {
  for (let round = 0; round < rounds; round++) {
    const [first, second] = await aPair();
    await here.prove(first);
    await there.submit(second);
    const [withdrawn, approved] = await race(
      round,
      () => here.withdraw(first),
      () => there.approve(second),
    );
    expect([withdrawn.status, withdrawn.text]).toEqual([200, withdrawn.text]);
    if (approved.status !== 200) expectProvenByAnother(approved);
    await expectShownAsTheyAre([first, second]);
    expect(await ownershipOf(second)).toBe(approved.status === 200 ? 'VERIFIED' : 'PENDING_REVIEW');
    expect([await isListed(first), await isListed(second)]).toEqual([approved.status !== 200, true]);
  }
});

test(`a proof during the removal of the proven channel is accepted or refused, and shown accordingly, ${rounds} times`, async () => {
  for (let round = 0; round < rounds; round++) {
    const [first, second] = await aPair();
    await here.prove(first);
    await there.submit(second);
    const [removed, approved] = await race(
      round,
      () => here.remove(first),
      () => there.approve(second),
    );
    expect([removed.status, removed.text]).toEqual([200, removed.text]);
    if (approved.status !== 200) expectProvenByAnother(approved);
    await expectShownAsTheyAre([first, second]);
    expect([await isListed(first), await isListed(second)]).toEqual([false, true]);
  }
});

test(`a claim during the proof by another creator is hidden, in either order, ${rounds} times`, async () => {
  for (let round = 0; round < rounds; round++) {
    const handle = aHandle();
    const owner = await here.aClaim(handle);
    await here.submit(owner);
    // It offers a service on another channel, so that the race is only about the channel.
    const rival = await there.aClaim(aHandle());
    const add = () => there.add(rival.seller, handle);
    const [approved, added] = await race(round, () => here.approve(owner), add);
    expect([approved.status, added.status]).toEqual([200, 201]);
    await expectShownAsTheyAre([owner, rival]);
    const { page } = await market.one('select page from catalog_pages where public_id = $1', [rival.seller.publicId]);
    expect(JSON.parse(page).channels).toHaveLength(1);
  }
});

interface Held {
  readonly handle: string;
  readonly act: () => Promise<Reply>;
}
const ofClaim =
  (prepare: (claim: Claim) => Promise<unknown>, act: (claim: Claim) => Promise<Reply>) => async (): Promise<Held> => {
    const handle = aHandle();
    const claim = await here.aClaim(handle);
    await prepare(claim);
    return { handle, act: () => act(claim) };
  };
const acts: readonly (readonly [string, () => Promise<Held>])[] = [
  [
    'claim',
    async () => {
      const [handle, seller] = [aHandle(), await here.aSeller()];
      return { handle, act: () => here.add(seller, handle) };
    },
  ],
  [
    'proof',
    ofClaim(
      (claim) => here.submit(claim),
      (claim) => here.approve(claim),
    ),
  ],
  [
    'withdrawal',
    ofClaim(
      (claim) => here.prove(claim),
      (claim) => here.withdraw(claim),
    ),
  ],
  [
    'removal of a proven channel',
    ofClaim(
      (claim) => here.prove(claim),
      (claim) => here.remove(claim),
    ),
  ],
];

test.each(acts)('a %s waits for the transaction that locks the address of the channel', async (_, prepare) => {
  const { handle, act } = await prepare();
  const client = await market.pool.connect();
  try {
    await client.query('begin');
    await client.query(`select lock_channel_address('TWITCH', $1)`, [`https://www.twitch.tv/${handle}`]);
    const acted = act();
    await expect.poll(waiting).toBe(1);
    await client.query('rollback');
    expect((await acted).status).toBeLessThan(300);
  } finally {
    client.release();
  }
});

const waiting = async (): Promise<number> =>
  (await market.one(`select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted`)).n;
