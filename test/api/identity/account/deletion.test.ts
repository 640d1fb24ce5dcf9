import { afterEach, expect, test } from 'vitest';
import { changeStaff } from '../../../../scripts/grant-staff.ts';
import { clientOf } from '../../../support/client.ts';
import { assignmentsOf } from '../../../support/market/assignments.ts';
import { campaignsOf } from '../../../support/market/campaigns.ts';
import type { Market } from '../../../support/market/market.ts';
import { messagesOf } from '../../../support/market/messages.ts';
import { aPerson, callAuth, type Person } from '../../../support/market/people.ts';
import { simulatorOf } from '../../../support/simulator.ts';
import { connect } from '../../../support/social/sign-in.ts';
import { controlOf } from '../../../support/stack/control.ts';
import { ownMarket } from '../../../support/stack/own-market.ts';
import type { OwnStack } from '../../../support/stack/stack.ts';

let stack: OwnStack;
let market: Market;
ownMarket(async (own) => {
  ({ stack, market } = own);
});
afterEach(() => market.expectSoundLedger());

const confirmed = { confirm: true };
/** A person who sells. */
async function aSeller() {
  const person = await aPerson(stack.baseUrl, { roles: ['ADVERTISER'] });
  const creator = await market.aCreator({ userId: person.userId });
  await market.pool.query(`update users set roles = '{ADVERTISER,CREATOR}' where id = $1`, [person.userId]);
  // A cached user is trusted for one second, except after the user's own change.
  await person.api.patch('/me', { displayName: 'Ada Personal' });
  return { ...person, creator };
}

const leave = ({ api }: Pick<Person, 'api'>) => api.delete('/me', { body: confirmed });

test('a deleted account loses its sessions and keys within a second, and its address is free for a new account', async () => {
  const person = await aPerson(stack.baseUrl, { roles: ['ADVERTISER', 'CREATOR'] });
  await market.pool.query(
    `insert into suspended_sessions (token_sha256, user_id, expires_at) select sha256(token::bytea), user_id, expires_at
     from sessions where user_id = $1`,
    [person.userId],
  );
  const deleted = await leave(person);
  expect(deleted.body.data).toEqual({ id: person.userId, deletedAt: expect.any(String) });
  expect((await person.api.get('/me')).status).toBe(401);
  expect((await person.keyed.get('/me')).status).toBe(401);
  const { count } = await market.one('select count(*)::int from suspended_sessions where user_id = $1', [
    person.userId,
  ]);
  expect(count).toBe(0);
  const { cookie, email, password } = person;
  expect((await callAuth(stack.baseUrl, '/get-session', { headers: { cookie } })).body).toBeNull();
  expect((await callAuth(stack.baseUrl, '/sign-in/email', { body: { email, password } })).status).toBe(401);
  const again = await callAuth(stack.baseUrl, '/sign-up/email', { body: { name: 'Again', email, password } });
  expect(again.status).toBe(200);
  expect(again.body.user.id).not.toBe(person.userId);
  expect(await market.one('select name, roles, email_verified from users where id = $1', [person.userId])).toEqual({
    name: `deleted user ${person.userId}`,
    roles: [],
    email_verified: false,
  });
});

const obstaclesOf = async ({ api }: Pick<Person, 'api'>): Promise<string[]> =>
  (await api.get('/me/deletion')).body.data.obstacles.map(({ kind }: { kind: string }) => kind);

test('an account without money and work has no obstacles', async () => {
  expect(await obstaclesOf(await aPerson(stack.baseUrl, { roles: ['ADVERTISER', 'CREATOR'] }))).toEqual([]);
});

test.each([
  ['BALANCE', async ({ userId }: Person) => market.deposit(userId, 100)],
  [
    'OPEN_CAMPAIGN',
    async (person: Person) => {
      await market.deposit(person.userId, 10_000);
      await campaignsOf(stack.baseUrl, market).aRunning(person);
    },
  ],
] as const)('a deletion is refused with the status %s, and changes nothing', async (status, prepare) => {
  const person = await aPerson(stack.baseUrl, { roles: ['ADVERTISER'] });
  await prepare(person);
  expect(await obstaclesOf(person)).toEqual(status === 'OPEN_CAMPAIGN' ? ['RESERVE', status] : [status]);
  const refused = await leave(person);
  expect({ status: refused.status, code: refused.body.code, allowed: refused.body.allowedActions }).toEqual({
    ...{ status: 409, code: 'INVALID_STATE', allowed: [] },
  });
  // A running campaign holds a reserve.
  expect(refused.body.status).toBe(status === 'OPEN_CAMPAIGN' ? 'RESERVE' : status);
  expect(refused.body.message).toMatch(/^The account cannot be deleted yet\. You have /);
  expect((await person.api.get('/me')).status).toBe(200);
});

test('a creator with an open assignment cannot be deleted, and a member of staff cannot either', async () => {
  const { creator, ...person } = await aSeller();
  await assignmentsOf(market, stack.baseUrl).assignmentIn('PENDING', { creator });
  expect(await obstaclesOf(person)).toEqual(['OPEN_ASSIGNMENT']);
  expect((await leave(person)).body).toMatchObject({ code: 'INVALID_STATE', status: 'OPEN_ASSIGNMENT' });
  const staff = await aPerson(stack.baseUrl, { roles: ['ADVERTISER'] });
  await changeStaff(stack.adminDatabaseUrl, 'grant', staff.email);
  await staff.api.patch('/me', { displayName: 'Of staff' });
  expect(await obstaclesOf(staff)).toEqual(['STAFF_ROLE']);
  expect((await leave(staff)).body.code).toBe('ROLE_NOT_ALLOWED');
});

test('the other party of an ended assignment sees a deleted user, and the page is gone', async () => {
  const { assignmentIn, seenBy } = assignmentsOf(market, stack.baseUrl);
  const { creator, ...person } = await aSeller();
  const work = await assignmentIn('DECLINED', { creator });
  const { public_id: publicId } = await market.one('select public_id from creators where user_id = $1', [creator.id]);
  const page = () => clientOf(stack.baseUrl, '', '/api/v1').get(`/creator-pages/${publicId}`);
  expect((await page()).status).toBe(200);
  expect((await leave(person)).status).toBe(200);
  await expect.poll(async () => (await page()).status).toBe(404);
  const shown = await seenBy(work.advertiser.api, work);
  expect(JSON.stringify(shown)).toContain(`deleted user ${person.userId}`);
});

test('a job erases the rest of the personal data, also when two run at once, and leaves the ledger and assignments', async () => {
  const control = controlOf(stack.controlUrl);
  const { assignmentIn } = assignmentsOf(market, stack.baseUrl);
  const { creator, ...person } = await aSeller();
  const { userId, api } = person;
  const work = await assignmentIn('DECLINED', { creator });
  const unneeded = await market.aListing({ creator });
  expect((await api.patch('/influencer-profile', { expectedVersion: 1, bio: 'Personal' })).status).toBe(200);
  await campaignsOf(stack.baseUrl, market).aDraft(person, { title: 'Personal', brief: 'Personal' });
  const listing = await market.aListing();
  await market.aDraft({ id: userId, apiKey: person.apiKey, api: person.keyed }, listing, { brief: 'Personal' });
  expect((await api.post('/factories', { name: 'Personal' })).status).toBe(201);
  expect((await api.post('/social-accounts', { platform: 'YOUTUBE', handle: 'personal' })).status).toBe(201);
  const handle = `personal-${userId}`;
  await connect(person, handle);
  await market.pool.query(
    `insert into webhook_endpoints (owner_id, url, description, sealed_secret, created_at, updated_at)
     values ($1, 'https://personal.example/', 'Personal', '\\x00', now(), now())`,
    [userId],
  );
  await messagesOf(market, stack).aMail(userId, { subject: 'Personal' });
  await market.pool.query(
    `insert into saved_lists (owner_id, name, created_at, updated_at) values ($1, 'Personal', now(), now())`,
    [userId],
  );
  await market.pool.query('insert into creator_addresses (creator_id, name, chosen_at) values ($1, $2, now())', [
    userId,
    handle,
  ]);
  await market.pool.query('insert into page_visits values ($1, current_date, 7)', [userId]);
  await market.pool.query(
    `insert into channel_posts (channel_id, external_id, published_at, views, measured_at)
     select id, 'personal', now(), 7, now() from channels where creator_id = $1`,
    [userId],
  );
  expect((await leave(person)).status).toBe(200);
  await Promise.all([control.run('erase-accounts'), control.run('erase-accounts')]);
  await control.untilQueuesAreEmpty();
  expect(await personalDataOf(userId)).toEqual([]);
  await control.untilNothingIsDeferred();
  expect(await simulatorOf(stack.socialUrl).grantsOf(handle)).toBe(0);
  const kept = await market.one('select status, title from placement_assignments where id = $1', [work.id]);
  expect(kept.status).toBe('DECLINED');
  expect(unneeded.creator.id).toBe(userId);
  await control.moveOn(16 * 60_000);
  await control.run('erase-accounts');
  await control.untilQueuesAreEmpty();
  expect((await market.one('select erased_at from users where id = $1', [userId])).erased_at).not.toBeNull();
});

/** Tables that still contain a text of the user. */
async function personalDataOf(userId: number): Promise<string[]> {
  const texts = {
    users: 'select row_to_json(u)::text from users u where id = $1',
    creators: 'select row_to_json(c)::text from creators c where user_id = $1',
    pages: 'select row_to_json(p)::text from creator_pages p where creator_id = $1',
    accounts: `select row_to_json(a)::text from social_accounts a where owner_id = $1 and handle <> 'deleted'`,
    open: `select row_to_json(a)::text from social_accounts a where owner_id = $1 and status <> 'DELETED'`,
    campaigns: 'select row_to_json(c)::text from campaigns c where advertiser_id = $1',
    orders: `select row_to_json(i)::text from order_items i join placement_orders o on o.id = i.order_id where o.advertiser_id = $1`,
    factories: 'select row_to_json(f)::text from factories f where owner_id = $1',
    endpoints: 'select row_to_json(e)::text from webhook_endpoints e where owner_id = $1',
    messages: `select row_to_json(m)::text from messages m where recipient_id = $1`,
    lists: 'select row_to_json(l)::text from saved_lists l where owner_id = $1',
    addresses: 'select row_to_json(a)::text from creator_addresses a where creator_id = $1',
    keys: 'select row_to_json(k)::text from idempotency_keys k where owner_id = $1',
    requests: 'select row_to_json(r)::text from api_requests r where owner_id = $1',
    posts: `select row_to_json(p)::text from channel_posts p join channels c on c.id = p.channel_id where c.creator_id = $1`,
    visits: 'select row_to_json(v)::text from page_visits v where creator_id = $1',
    grants: `select row_to_json(g)::text from social_grants g join social_accounts a on a.id = g.social_account_id
      where a.owner_id = $1 and (g.status <> 'REVOKED' or g.sealed_access is not null)`,
    channels: `select row_to_json(c)::text from channels c where creator_id = $1 and status <> 'REMOVED'`,
  };
  const found: string[] = [];
  for (const [table, text] of Object.entries(texts)) {
    const { rows } = await market.pool.query({ text, values: [userId], rowMode: 'array' });
    const isLeft = (row: unknown[]) =>
      ['open', 'accounts', 'orders', 'keys', 'requests', 'posts', 'visits', 'channels', 'grants'].includes(table) ||
      /personal|@castline/i.test(String(row[0]));
    if (rows.some(isLeft)) found.push(table);
  }
  return found;
}
