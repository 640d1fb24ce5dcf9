import { expect, test } from 'vitest';
import { signedIn } from '../../../support/cabinet/signed-in.ts';
import { visitorAt } from '../../../support/cabinet/visitor.ts';
import { wordsOf } from '../../../support/html.ts';
import { contentOfLink, issuedAt, linkIn, mailsTo, untilMailed } from '../../../support/market/mails.ts';
import { anAddress, aPerson, callAuth, type Person, signedInAgain } from '../../../support/market/people.ts';
import { type OwnMarket, ownMarket } from '../../../support/stack/own-market.ts';

let own: OwnMarket;
ownMarket((ready) => {
  own = ready;
});

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const aMember = () => aPerson(own.stack.baseUrl, { scopes: [] });
const anyone = () => visitorAt(own.stack.baseUrl);
const emailOf = async (userId: number) =>
  (await own.market.one('select email from users where id = $1', [userId])).email;

/** The person asks for the address, and gets its newest link. */
async function asks(person: Person, newEmail: string, password = person.password): Promise<string> {
  const visitor = await signedIn(own.stack.baseUrl, await signedInAgain(own.stack.baseUrl, person));
  const before = mailsTo(own.stack.mailDir, newEmail, /^Confirm your new address/).length;
  await visitor.submit('/cabinet/settings/email', 'email', { newEmail, password });
  const mails = await untilMailed(own.stack.mailDir, newEmail, /^Confirm your new address/, before + 1);
  return mails.map(linkIn).sort((one, other) => askedAt(other) - askedAt(one))[0] ?? '';
}

const askedAt = (link: string): number => Number(contentOfLink(link)[4]);
const confirm = (link: string) => anyone().post(link, [['form', 'confirm']]);

test('a used link gives nobody the account after its owner has returned to the former address', async () => {
  const person = await aMember();
  const stranger = anAddress();
  const used = await asks(person, stranger);
  await confirm(used);
  await own.control.moveOn(minuteMs);
  await confirm(await asks({ ...person, email: stranger }, person.email));
  expect(await emailOf(person.userId)).toBe(person.email);
  const replayed = await confirm(used);
  expect([replayed.status, await emailOf(person.userId)]).toEqual([400, person.email]);
});

test('a request for another address ends the links of the former one, also if the other address has an account', async () => {
  const [person, other] = [await aMember(), await aMember()];
  const first = await asks(person, anAddress());
  await own.control.moveOn(minuteMs);
  const visitor = await signedIn(own.stack.baseUrl, person);
  await visitor.submit('/cabinet/settings/email', 'email', { newEmail: other.email, password: person.password });
  const ended = await confirm(first);
  expect([ended.status, await emailOf(person.userId)]).toEqual([400, person.email]);
  expect(wordsOf(ended.html)).toContain('Ask for the change of your address again');
});

test('links for a new address are sent again for a day after they have been requested, and not longer', async () => {
  const person = await aMember();
  const fresh = anAddress();
  let link = await asks(person, fresh);
  for (const hours of [12, 12]) {
    await own.control.moveOn(hours * hourMs);
    const token = new URL(link, 'http://own.invalid').searchParams.get('token');
    const sent = mailsTo(own.stack.mailDir, fresh).length;
    expect((await callAuth(own.stack.baseUrl, '/renew-link', { body: { token } })).status).toBe(200);
    const mails = await untilMailed(own.stack.mailDir, fresh, /^Confirm/, sent + 1);
    link = mails.map(linkIn).sort((one, other) => issuedAt(other) - issuedAt(one))[0] ?? '';
  }
  await own.control.moveOn(2 * hourMs);
  const late = await anyone().get(link);
  expect(wordsOf(late.html)).toContain('Ask for the change of your address again');
  expect(late.html).not.toContain('Send another link');
  const before = mailsTo(own.stack.mailDir, fresh).length;
  const token = new URL(link, 'http://own.invalid').searchParams.get('token');
  expect((await callAuth(own.stack.baseUrl, '/renew-link', { body: { token } })).status).toBe(200);
  await own.control.untilNothingIsDeferred();
  expect(mailsTo(own.stack.mailDir, fresh)).toHaveLength(before);
  expect((await confirm(link)).status).toBe(400);
});

test('an address whose account nobody has confirmed or used is free for a user who proves it', async () => {
  const person = await aMember();
  const address = anAddress();
  await callAuth(own.stack.baseUrl, '/sign-up/email', {
    body: { name: 'Stan', email: address, password: 'a stranger knows' },
  });
  const { id } = await own.market.one('select id from users where email = $1', [address]);
  await own.market.pool.query('delete from sessions where user_id = $1', [id]);
  expect((await confirm(await asks(person, address))).status).toBe(303);
  expect(await emailOf(person.userId)).toBe(address);
  expect((await own.market.one('select deleted_at from users where id = $1', [id])).deleted_at).not.toBeNull();
});

test.each([
  ['is verified', 'update users set email_verified = true where id = $1'],
  ['has a role', `update users set roles = '{ADVERTISER}' where id = $1`],
  [
    'has had a key',
    `insert into api_keys (id, owner_id, name, prefix, secret_sha256, scopes, created_at, deleted_at)
     values (gen_random_uuid(), $1, 'program', 'clk_used', sha256('used'), '{read}', now(), now())`,
  ],
  ['has had credits', `insert into credit_accounts (owner_id, balance, reserved, updated_at) values ($1, 0, 0, now())`],
])('an address whose account %s stays with its account', async (_, makeUsed) => {
  const [person, other] = [await aMember(), await aMember()];
  await own.market.pool.query('delete from sessions where user_id = $1', [other.userId]);
  await own.market.pool.query('update users set email_verified = false where id = $1', [other.userId]);
  const link = await asks(person, other.email);
  await own.market.pool.query(makeUsed, [other.userId]);
  expect((await confirm(link)).status).toBe(422);
  expect([await emailOf(person.userId), await emailOf(other.userId)]).toEqual([person.email, other.email]);
  await own.control.moveOn(minuteMs);
  const visitor = await signedIn(own.stack.baseUrl, await signedInAgain(own.stack.baseUrl, person));
  const sent = mailsTo(own.stack.mailDir, other.email, /^Confirm your new address/).length;
  await visitor.submit('/cabinet/settings/email', 'email', { newEmail: other.email, password: person.password });
  await own.control.untilNothingIsDeferred();
  expect(mailsTo(own.stack.mailDir, other.email, /^Confirm your new address/)).toHaveLength(sent);
});

test('a second click on a link says that the address has changed, also at once', async () => {
  const person = await aMember();
  const fresh = anAddress();
  const link = await asks(person, fresh);
  const both = await Promise.all([confirm(link), confirm(link)]);
  expect(both.map(({ status }) => status)).toContain(303);
  expect(wordsOf((await anyone().get(link)).html)).toContain('Your email address has changed.');
  expect((await confirm(link)).status).toBe(303);
});

test('another site signs nobody out', async () => {
  const answer = await callAuth(own.stack.baseUrl, '/sign-out', {
    body: {},
    headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  });
  expect([answer.status, answer.headers.getSetCookie()]).toEqual([403, []]);
});

test('an account that owns a row of any table counts as used', async () => {
  const { rows } = await own.market.pool.query(
    `select conrelid::regclass::text as name from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where contype = 'f' and confrelid = 'users'::regclass and attname = 'owner_id' order by 1`,
  );
  const { text } = await own.market.one(`select pg_get_functiondef('unused_account'::regproc) as text`);
  // Their rows need others: a factory, an account of the ledger, or the row that the key has made.
  const needOthers = ['campaign_holds', 'factory_scans', 'idempotency_keys', 'ledger_holds'];
  const named = rows.map(({ name }) => name).filter((name) => !needOthers.includes(name));
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !String(text).includes(`from ${name} `))).toEqual([]);
});

test('the page of a link that would end a sign-up says so', async () => {
  const person = await aMember();
  const address = anAddress();
  await callAuth(own.stack.baseUrl, '/sign-up/email', {
    body: { name: 'Alice', email: address, password: 'alices own horse' },
  });
  await own.market.pool.query('delete from sessions where user_id = (select id from users where email = $1)', [
    address,
  ]);
  const link = await asks(person, address);
  const page = wordsOf((await anyone().get(link)).html);
  expect(page).toContain('Confirm your new email address');
  expect(page).toContain('A Castline account that exists already');
  expect(page).toContain('this one ends your sign-up.');
  const [mail] = mailsTo(own.stack.mailDir, address, /^Confirm your new address/);
  expect(mail?.text).toContain('this one would end your sign-up');
});
