import { expect, test } from 'vitest';
import { operations } from '../../../../functions/operations.ts';
import { type KeptData, keptData } from '../../../../schema/identity/kept-data.ts';
import type { Role } from '../../../../schema/shared/enums.ts';
import type { Operation } from '../../../../schema/shared/operation.ts';
import { isUntyped } from '../../../support/cabinet/planted-texts.ts';
import { visitorOf } from '../../../support/cabinet/visitor.ts';
import { columnsWith, textColumns } from '../../../support/canaries.ts';
import { clientOf } from '../../../support/client.ts';
import { refused } from '../../../support/contract/expectations.ts';
import { type Person, peopleOf } from '../../../support/contract/people.ts';
import { canaryOf, endWorkOf, fillWrite, writes } from '../../../support/filled-writes.ts';
import { wordsOf } from '../../../support/html.ts';
import { dataOf } from '../../../support/market/campaigns.ts';
import { channelsOf } from '../../../support/market/ownership.ts';
import { aPerson, callAuth } from '../../../support/market/people.ts';
import { sellersOf } from '../../../support/market/sellers.ts';
import { newToken } from '../../../support/stack/enrolled.ts';
import { type OwnMarket, ownMarket } from '../../../support/stack/own-market.ts';
import { decideAbout } from '../../../support/staff-decisions.ts';

let own: OwnMarket;
ownMarket((started) => {
  own = started;
});

/** The canaries in texts of users, in those of a user who was a member of staff, and in those of other staff about users. */
const marks = { USER: 'zq1', USER_AS_STAFF: 'zq2', STAFF: 'zq3' } as const;
const mark = marks.USER;
const keptOf = (...authors: KeptData['author'][]): string[] =>
  keptData.filter(({ author }) => authors.includes(author)).flatMap(({ columns }) => columns);
const kept = new Set(keptOf('USER', 'USER_AS_STAFF', 'STAFF', 'ANYBODY'));

/** Who sends an operation. */
type Sender = 'ADVERTISER' | 'CREATOR' | 'FACTORY_OWNER' | 'STAFF';
const rolesOf: Readonly<Record<Sender, readonly Role[]>> = {
  ADVERTISER: ['ADVERTISER'],
  CREATOR: ['ADVERTISER', 'CREATOR'],
  FACTORY_OWNER: ['ADVERTISER'],
  STAFF: ['ADVERTISER', 'STAFF'],
};

function senderOf({ access, role, path }: Operation): Sender {
  if (access === 'staff') return 'STAFF';
  if (role === 'CREATOR') return 'CREATOR';
  return path.startsWith('/factories') ? 'FACTORY_OWNER' : 'ADVERTISER';
}

/** Users of all roles, who have sent each write with a canary in each text, and about whom staff has decided with canaries. */
async function usersWithTexts(): Promise<Record<Sender, Person>> {
  const { market, stack } = own;
  const aUser = (sender: Sender) =>
    peopleOf(stack.baseUrl, market).aPerson({ fundsCents: 100_000_000, roles: rolesOf[sender] });
  const users = {
    ADVERTISER: await aUser('ADVERTISER'),
    CREATOR: await aUser('CREATOR'),
    FACTORY_OWNER: await aUser('FACTORY_OWNER'),
    STAFF: await aUser('STAFF'),
  };
  const world = { market, baseUrl: stack.baseUrl, socialUrl: stack.socialUrl, listing: await market.aListing() };
  for (const operation of writes(operations))
    await fillWrite(
      world,
      users[senderOf(operation)],
      operation,
      canaryOf(marks[operation.access === 'staff' ? 'USER_AS_STAFF' : 'USER'], operation),
    );
  // Other operations have replaced the name, and hidden the page.
  const { twin } = users.CREATOR;
  const { version } = dataOf(await twin.get('/influencer-profile'));
  dataOf(await twin.patch('/influencer-profile', { expectedVersion: version, displayName: mark, bio: mark }));
  dataOf(await twin.post('/influencer-profile/page/publish', {}));
  const place = { market, baseUrl: stack.baseUrl };
  const { advertiser, creator } = await decideAbout(
    place,
    { advertiser: users.ADVERTISER, creator: users.CREATOR },
    marks.STAFF,
  );
  return { ...users, ADVERTISER: advertiser, CREATOR: creator };
}

/** A user whose browser and address have a canary. */
async function aUserWhoSignsUp(): Promise<Pick<Person, 'id' | 'twin'>> {
  const { baseUrl } = own.stack;
  const body = { name: mark, email: `${mark}address@example.com`, password: 'correct horse battery' };
  const headers = { 'user-agent': `${mark}browser`, 'cf-connecting-ip': '2001:db8::7' };
  const signedUp = await callAuth(baseUrl, '/sign-up/email', { body, headers });
  const { id } = signedUp.body.user;
  return { id, twin: clientOf(baseUrl, (await newToken(baseUrl, id)) ?? '', '/api/v1') };
}

/** Columns whose texts stay only if an order was placed or a campaign has started. Nobody has done so with a canary. */
const ofBegunWork: ReadonlySet<string> = new Set([
  ...['quotes.offer', 'order_items.brief', 'order_items.results', 'order_items.rights', 'private_uploads.file_name'],
  ...['campaigns.title', 'campaigns.brief', 'campaigns.requirements', 'channels.handle', 'channels.canonical_url'],
  ...['service_listings.title', 'service_listings.usage_terms'],
]);

/** Columns with texts that no operation takes, and what becomes of them. */
const others: Readonly<Record<string, string>> = {
  'factory_accounts.title': 'Of a platform. The job that empties deleted factories deletes it.',
  'factory_posts.hashtags': 'Of a platform. The job that empties deleted factories deletes it.',
  'factory_posts.title': 'Of a platform. The job that empties deleted factories deletes it.',
  'social_accounts.title': 'Of a platform. It is erased with the handle.',
  'creators.geo': 'Codes of countries.',
  'creators.languages': 'Codes of languages.',
  'messages.last_error': 'The service writes it.',
  'staff_actions.object': 'Kind and id of an object. It stays with the decision.',
  'sessions.ip_address': 'The deletion ends all sessions.',
};

test('no column has a text of or about a deleted account after a day, but for those of the list on the page of the deletion', async () => {
  const { control, market } = own;
  const users = [...Object.values(await usersWithTexts()), await aUserWhoSignsUp()];
  await control.untilQueuesAreEmpty();
  const filled = await columnsWith(market, 'zq[1-3]');
  for (const { id } of users) await endWorkOf(market, id);
  // The roles of a caller are trusted for a second.
  await control.moveOn(1_100);
  for (const { twin } of users) {
    const deleted = await twin.delete('/me', { body: { confirm: true } });
    expect({ status: deleted.status, text: deleted.text }).toMatchObject({ status: 200 });
  }
  await control.moveOn(25 * 3_600_000);
  for (const cron of ['*/5 * * * *', '17 3 * * *', '*/5 * * * *']) {
    await control.fireCron(cron);
    await control.untilQueuesAreEmpty();
  }
  expect(await ownAnswers(users)).toEqual([]);
  const columns = await textColumns(market);
  const ofAll = keptOf('USER', 'ANYBODY').filter((name) => !ofBegunWork.has(name));
  const asStaff = keptOf('USER_AS_STAFF');
  expect(await leftBut('USER', ofAll)).toEqual([]);
  expect(await leftBut('USER_AS_STAFF', ofAll)).toEqual(asStaff.sort());
  expect(await leftBut('STAFF', keptOf('ANYBODY'))).toEqual(keptOf('STAFF').sort());
  expect(
    columns.filter((name) => !filled.has(name) && !kept.has(name) && !(name in others) && !isUntyped(name)),
  ).toEqual([]);
  expect([...kept].filter((name) => !columns.includes(name))).toEqual([]);
});

/** The columns with a text of an author, but for these. */
const leftBut = async (author: keyof typeof marks, allowed: readonly string[]): Promise<string[]> =>
  [...(await columnsWith(own.market, marks[author])).keys()].filter((name) => !allowed.includes(name)).sort();

/** The answers that are kept for users: those of others may name them for longer. */
const ownAnswers = async (users: readonly { readonly id: number }[]): Promise<object[]> =>
  (
    await own.market.pool.query('select body from idempotency_keys where owner_id = any ($1)', [
      users.map(({ id }) => id),
    ])
  ).rows;

test('the page of the deletion and the API show the list of what stays, and why', async () => {
  const { id } = await own.market.anAdvertiser();
  const visitor = await visitorOf(own.market, own.stack.baseUrl, id);
  const { html } = await visitor.get('/cabinet/settings/deletion');
  const shown = keptData.map(({ what, why }) => ({ what, why }));
  for (const { what, why } of shown) expect(wordsOf(html)).toContain(`${what}. ${why}`);
  const { api } = await aPerson(own.stack.baseUrl);
  expect(dataOf(await api.get('/me/deletion')).kept).toEqual(shown);
});

test('a blocked account of a deleted user is erased with everything else', async () => {
  const { control, market, stack } = own;
  const { id, twin } = await peopleOf(stack.baseUrl, market).aPerson({ roles: ['CREATOR'] });
  await sellersOf(market).anAccount(id, { handle: 'zq4account' });
  await channelsOf(market).aChannel(id, { handle: 'zq4channel' });
  const isBlocked = `update social_accounts set status = 'BLOCKED', blocked_at = now(), block_reason = 'zq4reason' where owner_id = $1`;
  await market.pool.query(isBlocked, [id]);
  dataOf(await twin.delete('/me', { body: { confirm: true } }));
  await control.moveOn(25 * 3_600_000);
  for (const cron of ['*/5 * * * *', '17 3 * * *', '*/5 * * * *']) {
    await control.fireCron(cron);
    await control.untilQueuesAreEmpty();
  }
  expect([...(await columnsWith(market, 'zq4'))]).toEqual([]);
});

test('nobody gets the address of the page of a deleted account', async () => {
  const { baseUrl } = own.stack;
  const person = await aPerson(baseUrl, { roles: ['CREATOR'] });
  const address = 'a-former-address';
  expect((await person.api.put('/influencer-profile/address', { name: address })).status).toBe(200);
  expect((await person.api.delete('/me', { body: { confirm: true } })).status).toBe(200);
  const take = async () =>
    (await aPerson(baseUrl, { roles: ['CREATOR'] })).api.put('/influencer-profile/address', { name: address });
  expect((await take()).status).toBe(409);
  await own.control.moveOn(25 * 3_600_000);
  for (const cron of ['*/5 * * * *', '17 3 * * *']) await own.control.fireCron(cron);
  await own.control.untilQueuesAreEmpty();
  const { status } = refused(await take(), 'INVALID_STATE');
  expect(status).toBe('ADDRESS_TAKEN');
});
