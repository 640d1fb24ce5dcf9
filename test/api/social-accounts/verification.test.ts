import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { refused } from '../../support/contract/expectations.ts';
import { accountsOf } from '../../support/market/accounts.ts';
import type { Market } from '../../support/market/market.ts';
import { aPerson, type Person } from '../../support/market/people.ts';
import { aVideoId, postsOf } from '../../support/market/posts.ts';
import { simulatorOf } from '../../support/simulator.ts';
import type { controlOf } from '../../support/stack/control.ts';
import { ownMarket } from '../../support/stack/own-market.ts';
import type { OwnStack } from '../../support/stack/stack.ts';

let stack: OwnStack;
let market: Market;
let control: ReturnType<typeof controlOf>;
let simulator: ReturnType<typeof simulatorOf>;
ownMarket(async (own) => {
  ({ stack, market, control } = own);
  simulator = simulatorOf(stack.socialUrl);
});

const aCreator = () => aPerson(stack.baseUrl, { roles: ['CREATOR'] });

interface Claim {
  readonly id: number;
  readonly handle: string;
  readonly code: string;
  readonly owner: Person;
}

async function aClaim(handle = `proves-${randomBytes(5).toString('hex')}`): Promise<Claim> {
  const owner = await aCreator();
  const { body } = await owner.api.post('/social-accounts', { platform: 'YOUTUBE', handle });
  return { id: body.data.id, handle, code: body.data.verification.code, owner };
}

const check = ({ id, owner }: Claim) => owner.api.post(`/social-accounts/${id}/verification/check`, {});
const verificationOf = async ({ id, owner }: Claim) =>
  (await owner.keyed.get(`/social-accounts/${id}/verification`)).body.data;

async function checked(claim: Claim) {
  const reply = await check(claim);
  await control.untilNothingIsDeferred();
  await control.untilQueuesAreEmpty();
  return reply;
}

describe('a code in the profile', () => {
  test('makes the account ACTIVE, with its profile at the platform', async () => {
    const claim = await aClaim();
    await simulator.change(claim.handle, { description: `Games. ${claim.code.toUpperCase()}!`, followers: 1_234 });
    const reply = await checked(claim);
    expect(reply.body.data).toMatchObject({ status: 'ACTIVE', code: claim.code, checkedAt: null });
    expect(await verificationOf(claim)).toMatchObject({
      status: 'VERIFIED',
      code: null,
      checkedAt: expect.any(String),
    });
    const { data } = (await claim.owner.api.get('/social-accounts')).body;
    expect(data).toMatchObject([
      {
        status: 'ACTIVE',
        isVerified: true,
        verifiedVia: 'BIO_CODE',
        verifiedAt: expect.any(String),
        title: claim.handle,
        followers: 1_234,
        version: 2,
      },
    ]);
    const { days } = await market.one(
      'select extract(day from picture_due_at - profile_at)::int as days from social_accounts where id = $1',
      [claim.id],
    );
    expect(days).toBe(15);
    const { id: accountId } = claim;
    const body = { kind: 'NATIVE', socialAccountId: accountId };
    expect((await claim.owner.api.post('/influencer-channels', body)).status).toBe(201);
  });

  test('proves an account that was added by its id, and its handle and id are one account and one channel from then on', async () => {
    const handle = `byid-${randomBytes(5).toString('hex')}`;
    const id = simulator.externalIdOf(handle);
    const claim = await aClaim(id);
    await simulator.change(handle, { handle, description: claim.code });
    await checked(claim);
    const { api, keyed } = claim.owner;
    expect((await keyed.get('/social-accounts')).body.data).toMatchObject([{ id: claim.id, handle, status: 'ACTIVE' }]);
    for (const name of [handle, `@${handle}`, id]) {
      const again = await api.post('/social-accounts', { platform: 'YOUTUBE', handle: name });
      expect(refused(again, 'INVALID_STATE')).toMatchObject({ status: 'ACCOUNT_EXISTS', existingId: claim.id });
    }
    expect(await verificationOf(await aClaim(id))).toMatchObject({ status: 'REFUSED' });
    const add = (body: object) => api.post('/influencer-channels', body);
    const manual = (canonicalUrl: string) => add({ kind: 'MANUAL', platform: 'YOUTUBE', canonicalUrl });
    expect((await manual(`https://www.youtube.com/channel/${id}`)).status).toBe(201);
    refused(await manual(`https://www.youtube.com/@${handle}`), 'CHANNEL_EXISTS');
    refused(await add({ kind: 'NATIVE', socialAccountId: claim.id }), 'CHANNEL_EXISTS');
  });

  test('binds the posts that its owner has delivered on a channel of that name, so that a block stops their scans', async () => {
    const claim = await aClaim();
    const posts = postsOf(market, stack.baseUrl);
    const publicId = await accountsOf(stack.baseUrl, market).publishPageOf(claim);
    const listing = await posts.aService({ creator: { id: claim.owner.userId, publicId } });
    await market.pool.query(
      'update channels set handle = $2 where id = (select channel_id from service_listings where id = $1)',
      [listing.id, claim.handle],
    );
    await market.refresh(claim.owner.userId);
    const [work] = await posts.ordered(await market.anAdvertiser({ fundsCents: 100_000 }), [listing]);
    if (!work) throw new Error('an order has work');
    const videoId = aVideoId();
    await posts.accept(work);
    await posts.name(work, [videoId]);
    await posts.submit(work);
    const account = async () =>
      (await market.one('select social_account_id::int as id from posts where content_id = $1', [videoId])).id;
    expect(await account()).toBeNull();
    await simulator.change(claim.handle, { description: claim.code });
    await checked(claim);
    expect(await account()).toBe(claim.id);
  });

  test('that is missing leaves the account PENDING, and says when the platform answered', async () => {
    const claim = await aClaim();
    await checked(claim);
    expect(await verificationOf(claim)).toMatchObject({
      status: 'ACTIVE',
      code: claim.code,
      checkedAt: expect.any(String),
    });
    await simulator.change(claim.handle, { description: claim.code });
    await checked(claim);
    expect(await verificationOf(claim)).toMatchObject({ status: 'VERIFIED' });
  });

  test('of a former code proves nothing', async () => {
    const claim = await aClaim();
    await simulator.change(claim.handle, { description: claim.code });
    const renewed = await claim.owner.api.post(`/social-accounts/${claim.id}/verification`, {});
    expect(renewed.body.data).toMatchObject({ status: 'ACTIVE', checkedAt: null });
    expect(renewed.body.data.code).not.toBe(claim.code);
    await checked(claim);
    expect(await verificationOf(claim)).toMatchObject({ status: 'ACTIVE', code: renewed.body.data.code });
  });

  test('gives the account to whoever proves it first, and tells the other one so', async () => {
    const first = await aClaim();
    const second = await aClaim(first.handle);
    await simulator.change(first.handle, { description: `${first.code} ${second.code}` });
    await checked(first);
    expect(await verificationOf(second)).toMatchObject({
      status: 'REFUSED',
      reason: 'PROVEN_BY_ANOTHER',
      code: null,
    });
    const reply = await check(second);
    refused(reply, 'INVALID_STATE');
    expect(reply.body).toMatchObject({ status: 'REFUSED', allowedActions: ['delete'] });
    refused(await second.owner.api.post(`/social-accounts/${second.id}/verification`, {}), 'INVALID_STATE');
  });

  test('gives the account to exactly one of two users who check at once', async () => {
    const claims = [await aClaim()];
    const [{ handle } = { handle: '' }] = claims;
    claims.push(await aClaim(handle), await aClaim(handle));
    await simulator.change(handle, { description: claims.map(({ code }) => code).join(' ') });
    await Promise.all(claims.map(checked));
    const statuses = (await Promise.all(claims.map(verificationOf))).map(({ status }) => status);
    expect(statuses.sort()).toEqual(['REFUSED', 'REFUSED', 'VERIFIED']);
  });
});

describe('a check', () => {
  test('asks a silent platform again later, also without another request', async () => {
    const claim = await aClaim();
    await simulator.change(claim.handle, { fails: '500', description: claim.code });
    await checked(claim);
    expect(await verificationOf(claim)).toMatchObject({ status: 'ACTIVE', checkedAt: null });
    await simulator.change(claim.handle, { description: claim.code });
    await control.moveOn(5 * 60_000);
    await control.run('check-accounts');
    expect(await verificationOf(claim)).toMatchObject({ status: 'VERIFIED' });
  });

  test('can be requested ten times with one code, and again with a new one', async () => {
    const claim = await aClaim();
    for (let n = 0; n < 10; n += 1) expect((await checked(claim)).status).toBe(200);
    const reply = await check(claim);
    refused(reply, 'INVALID_STATE');
    const { status } = await verificationOf(claim);
    expect(reply.body).toMatchObject({ status, allowedActions: ['verification'] });
    expect(status).toBe('ACTIVE');
    await claim.owner.api.post(`/social-accounts/${claim.id}/verification`, {});
    expect((await check(claim)).status).toBe(200);
  });

  test('without an answer of the platform uses up none of the ten', async () => {
    const claim = await aClaim();
    await simulator.change(claim.handle, { fails: '500', description: claim.code });
    for (let n = 0; n < 11; n += 1) expect((await checked(claim)).status).toBe(200);
    await simulator.change(claim.handle, { description: claim.code });
    await checked(claim);
    expect(await verificationOf(claim)).toMatchObject({ status: 'VERIFIED' });
  });

  test('needs a code that has not expired', async () => {
    const claim = await aClaim();
    await market.pool.query(
      `update account_claims set code_expires_at = now() - interval '1 second' where social_account_id = $1`,
      [claim.id],
    );
    expect(await verificationOf(claim)).toMatchObject({ status: 'EXPIRED', code: null });
    refused(await check(claim), 'INVALID_STATE');
  });

  test('of an account of another user is RESOURCE_NOT_FOUND', async () => {
    const [claim, other] = [await aClaim(), await aCreator()];
    for (const path of ['verification', 'stats'])
      refused(await other.api.get(`/social-accounts/${claim.id}/${path}`), 'RESOURCE_NOT_FOUND');
    for (const path of ['verification', 'verification/check', 'sold'])
      refused(await other.api.post(`/social-accounts/${claim.id}/${path}`, {}), 'RESOURCE_NOT_FOUND');
    refused(await other.api.delete(`/social-accounts/${claim.id}`), 'RESOURCE_NOT_FOUND');
  });
});
