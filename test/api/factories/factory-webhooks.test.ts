import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { peopleOf } from '../../support/contract/people.ts';
import { dataOf } from '../../support/market/campaigns.ts';
import { type FactoryHooks, startFactoryHooks } from '../../support/market/factory-hooks.ts';
import type { Endpoint } from '../../support/market/hooks.ts';
import { aPerson, type Person } from '../../support/market/people.ts';
import { connect } from '../../support/social/sign-in.ts';

let hooks: FactoryHooks;
beforeAll(async () => {
  hooks = await startFactoryHooks();
});
afterEach(() => hooks.market.expectSoundLedger());
afterAll(() => hooks.stop());

let owner: Person;
let factory: { readonly id: number };
let endpoint: Endpoint;
beforeEach(async () => {
  owner = await hooks.anOwner();
  factory = await hooks.aFactory(owner);
  endpoint = await hooks.anEndpointOf(owner);
});

const timestamp = expect.any(String);
const kindsTo = (one: Endpoint): string[] => hooks.callsTo(one).map(({ type }) => type);
const lowSubject = () => `Castline: the credits for factory ${factory.id} are low`;

describe('unusual measurements', () => {
  test('the owner gets one call with the ids and flags of the posts, without an email, and nobody else is notified', async () => {
    const strangers = [
      await hooks.anEndpointOf(await hooks.anOwner()),
      await hooks.anEndpointOf(owner, ['factory.paused']),
    ];
    const { id, postIds } = await hooks.anAccount(factory, 2);
    const [first, second] = postIds;
    const posts = [
      { postId: first, flags: ['VIEWS_FELL', 'LIKES_FELL'] },
      { postId: second, flags: ['GONE'] },
    ];
    const measured = posts.map((post) => ({ ...post, views: 12_345 }));
    await hooks.notify(factory, 'factory.post.flagged', { factoryAccountId: id, posts: measured });
    await hooks.settle();
    expect(hooks.callsTo(endpoint)).toEqual([
      {
        ...{ type: 'factory.post.flagged', timestamp },
        data: { factoryId: factory.id, factoryAccountId: id, posts, postsTotal: 2 },
      },
    ]);
    expect(strangers.map(kindsTo)).toEqual([[], []]);
    expect(hooks.subjectsTo(owner)).toEqual([]);
    const [delivery] = await hooks.deliveries(endpoint);
    expect(delivery).toMatchObject({ kind: 'factory.post.flagged', eventId: null, status: 'DELIVERED' });
  });

  test('a call has at most 100 posts, and states the number of all flagged posts', async () => {
    const { id } = await hooks.anAccount(factory);
    const posts = Array.from({ length: 101 }, (_, n) => ({ postId: n + 1, flags: ['VIEWS_JUMPED'] }));
    await hooks.notify(factory, 'factory.post.flagged', { factoryAccountId: id, posts });
    await hooks.settle();
    expect(hooks.callsTo(endpoint)).toMatchObject([{ data: { posts: posts.slice(0, 100), postsTotal: 101 } }]);
  });

  test('the owner is not notified of posts that the factory may not read any more', async () => {
    const creator = await aPerson(hooks.stack.baseUrl, { roles: ['CREATOR'] });
    expect((await connect(creator, `clip${randomBytes(4).toString('hex')}`, { platform: 'TIKTOK' })).status).toBe(200);
    const [{ id: socialAccountId }] = (await creator.keyed.get('/social-accounts')).body.data;
    const { id } = await hooks.anAccount(factory, 0, socialAccountId);
    const share = async (enabled: boolean) =>
      dataOf(await creator.api.put(`/social-accounts/${socialAccountId}/sharing`, { enabled }));
    const flagged = (postId: number) =>
      hooks.notify(factory, 'factory.post.flagged', { factoryAccountId: id, posts: [{ postId, flags: ['GONE'] }] });
    await share(true);
    await flagged(1);
    await hooks.settle();
    await flagged(2);
    await share(false);
    await hooks.settle();
    await share(true);
    await flagged(3);
    await hooks.market.pool.query('delete from factory_accounts where id = $1', [id]);
    await hooks.settle();
    expect(hooks.callsTo(endpoint)).toMatchObject([{ data: { posts: [{ postId: 1 }] } }]);
  });
});

describe('a pause', () => {
  test('a pause for lack of credits sends a call and an email', async () => {
    await hooks.notify(factory, 'factory.paused');
    await hooks.settle();
    expect(hooks.callsTo(endpoint)).toEqual([
      { type: 'factory.paused', timestamp, data: { factoryId: factory.id, pauseReason: 'NO_CREDITS' } },
    ]);
    expect(hooks.subjectsTo(owner)).toEqual([`Castline: factory ${factory.id} is paused, because it lacks credits`]);
  });

  test('a pause by the owner sends nothing', async () => {
    await hooks.pause(owner, factory);
    await hooks.settle();
    expect([kindsTo(endpoint), hooks.subjectsTo(owner)]).toEqual([[], []]);
  });

  test('a suspended owner is not notified', async () => {
    const staff = await peopleOf(hooks.stack.baseUrl, hooks.market).aPerson({ roles: ['STAFF'] });
    const body = { suspended: true, reason: 'Under review.' };
    dataOf(await staff.twin.put(`/staff/users/${owner.userId}/suspension`, body));
    await hooks.notify(factory, 'factory.paused');
    await hooks.settle();
    expect([hooks.receiver.callsTo(endpoint.path), hooks.subjectsTo(owner)]).toEqual([[], []]);
  });
});

describe('low credits', () => {
  test('the owner gets one call and one email when the balance lasts for less than three days', async () => {
    await hooks.addCredits(owner.userId, 100);
    await hooks.spend(owner, factory, 70, 10);
    await hooks.settle();
    expect(kindsTo(endpoint)).toEqual([]);
    await hooks.spend(owner, factory, 1, 10);
    await hooks.spend(owner, factory, 10, 10);
    await hooks.settle();
    expect(hooks.callsTo(endpoint)).toEqual([
      { type: 'factory.credits_low', timestamp, data: { factoryId: factory.id, balance: 29, daysLeft: 2 } },
    ]);
    expect(hooks.subjectsTo(owner)).toEqual([lowSubject()]);
  });

  test('daysLeft depends on the interval, and is 0 without credits', async () => {
    const often = await hooks.aFactory(owner, { intervalHours: 10 });
    await hooks.spend(owner, often, 0, 5);
    await hooks.addCredits(owner.userId, 35);
    await hooks.spend(owner, factory, 0, 5);
    // 35 / (5 * 2.4) is 2.9.
    const again = await hooks.aFactory(owner, { intervalHours: 10 });
    await hooks.spend(owner, again, 0, 5);
    await hooks.settle();
    expect(hooks.callsTo(endpoint).map(({ data }) => data)).toEqual([
      { factoryId: often.id, balance: 0, daysLeft: 0 },
      { factoryId: again.id, balance: 35, daysLeft: 2 },
    ]);
  });

  test('a factory without tracked posts needs no credits', async () => {
    await hooks.spend(owner, factory, 0, 0);
    await hooks.settle();
    expect(kindsTo(endpoint)).toEqual([]);
  });

  test.each<[string, readonly number[], number]>([
    ['a purchase that lasts for less than three days leaves the notice as it is', [9], 1],
    ['several such purchases together end the notice', [5, 5], 2],
    ['after a purchase for three days or more the owner is notified again', [11], 2],
  ])('%s', async (_, purchases, times) => {
    await hooks.anAccount(factory, 10);
    await hooks.addCredits(owner.userId, 20);
    await hooks.spend(owner, factory, 0, 10);
    for (const credits of purchases) await hooks.addCredits(owner.userId, credits);
    // The scan after the purchase spends a day.
    await hooks.spend(owner, factory, 10, 10);
    await hooks.settle();
    expect(kindsTo(endpoint)).toEqual(Array.from({ length: times }, () => 'factory.credits_low'));
  });

  test('an owner whose factory tracks fewer posts is notified again when the credits are low again', async () => {
    await hooks.addCredits(owner.userId, 20);
    for (const trackedPosts of [10, 5, 10, 10]) await hooks.spend(owner, factory, 0, trackedPosts);
    await hooks.settle();
    expect(kindsTo(endpoint)).toEqual(['factory.credits_low', 'factory.credits_low']);
  });

  test('the email of a pause replaces the one about low credits', async () => {
    await hooks.spend(owner, factory, 0, 10);
    await hooks.market.pool.query(`update factories set status = 'PAUSED', pause_reason = 'NO_CREDITS' where id = $1`, [
      factory.id,
    ]);
    await hooks.notify(factory, 'factory.paused');
    await hooks.settle();
    expect(kindsTo(endpoint).sort()).toEqual(['factory.credits_low', 'factory.paused']);
    expect(hooks.subjectsTo(owner)).toEqual([`Castline: factory ${factory.id} is paused, because it lacks credits`]);
  });
});
