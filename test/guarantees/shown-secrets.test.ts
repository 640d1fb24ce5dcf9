import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Redis } from '@upstash/redis';
import { describe, expect, test } from 'vitest';
import { formIn } from '../support/cabinet/form-in.ts';
import { filled, type Values, type Visitor, visitorAt, visitorOf } from '../support/cabinet/visitor.ts';
import { creditsOf } from '../support/credits.ts';
import { wordsOf } from '../support/html.ts';
import { untilMailed } from '../support/market/mails.ts';
import type { Market } from '../support/market/market.ts';
import { anAddress } from '../support/market/people.ts';
import { recordedAnswers } from '../support/recorded-answers.ts';
import type { controlOf } from '../support/stack/control.ts';
import { ownMarket } from '../support/stack/own-market.ts';
import type { OwnStack } from '../support/stack/stack.ts';

let stack: OwnStack;
let market: Market;
let control: ReturnType<typeof controlOf>;
let owner: Visitor;
let factoryId: number;
ownMarket(
  async (own) => {
    ({ stack, market, control } = own);
    const { id } = await market.anAdvertiser();
    factoryId = await creditsOf(market).aFactory(id);
    owner = await visitorOf(market, stack.baseUrl, id);
  },
  { vars: { WEBHOOK_TRUSTED_ORIGINS: 'http://127.0.0.1:9' }, hasRequestLines: true },
);

/** The body and the headers of each answer of the service. */
const answers = recordedAnswers(() => stack.baseUrl);

/** The secret as it is, and as it reads in bytes and in base64. */
const spellings = (secret: string): string[] => [
  secret,
  Buffer.from(secret).toString('hex'),
  Buffer.from(secret, 'base64url').toString('hex'),
  Buffer.from(secret).toString('base64url').slice(0, -2),
];
const isIn = (text: string, secret: string): boolean => spellings(secret).some((spelling) => text.includes(spelling));

/** The lines of the edge functions. The wrapper of the local stack also logs paths, which contain tokens of mails. */
const logged = (): string =>
  readFileSync(stack.logFile, 'utf8')
    .split('\n')
    .filter((line) => !line.includes('local.request'))
    .join('\n');

/** Every row of every table, as text. */
async function stored(): Promise<string> {
  const { rows: tables } = await market.pool.query(
    `select format('select t::text as row from %I.%I t', schemaname, tablename) as query
     from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const all = await Promise.all(tables.map(async ({ query }) => (await market.pool.query(query)).rows));
  return JSON.stringify(all);
}

/** Every key of Redis with its value. */
async function cached(): Promise<string> {
  const redis = new Redis({
    ...{ url: stack.upstashUrl, token: stack.upstashToken },
    ...{ automaticDeserialization: false, enableTelemetry: false },
  });
  const keys = await redis.keys('*');
  const values = await Promise.all(keys.map((key) => redis.get(key).catch(() => redis.type(key))));
  return JSON.stringify([keys, values]);
}

const keysPath = '/cabinet/settings/keys';
const hooksPath = '/cabinet/settings/webhooks';
const aKey = /castline_live_[a-z0-9]{12}\.([\w-]{43})/;
const aHookSecret = /whsec_([\w+/=-]{20,})/;

interface Shows {
  readonly name: string;
  readonly path: () => string;
  readonly form: string;
  readonly of?: () => string;
  readonly values?: Values;
  readonly secret: RegExp;
}

/** The id of the newest key and endpoint, which the forms before it have made. */
const newest = { key: '', endpoint: '' };

const shows: readonly Shows[] = [
  { name: 'a new key', path: () => keysPath, form: 'create', values: { name: 'Robot' }, secret: aKey },
  { name: 'a replaced key', path: () => keysPath, form: 'rotate', of: () => newest.key, secret: aKey },
  {
    name: 'a new endpoint',
    path: () => hooksPath,
    form: 'create',
    values: { url: 'http://127.0.0.1:9/hook' },
    secret: aHookSecret,
  },
  {
    name: 'a replaced secret of an endpoint',
    path: () => `${hooksPath}/${newest.endpoint}`,
    form: 'rotate',
    secret: aHookSecret,
  },
  {
    name: 'a share link',
    path: () => `/cabinet/factories/${factoryId}/share-links`,
    form: 'create',
    secret: /\/reports\/([\w-]{43})/,
  },
];

describe.each(shows)('the secret of $name', ({ path, form, of, values = {}, secret: pattern }) => {
  test('one answer has it, which nothing stores, also when its form is sent twice at once and again', async () => {
    const at = path();
    const fields = filled(formIn((await owner.get(at)).html, form, of?.()), values);
    const both = await Promise.all([owner.post(at, fields), owner.post(at, fields)]);
    const [shown, refused] = both.sort((one, other) => one.status - other.status);
    const again = await owner.post(at, fields);
    expect([shown?.status, refused?.status, again.status]).toEqual([200, 409, 409]);
    expect(wordsOf(again.html)).toContain('This form was sent before, and has done its work');
    expect(shown?.headers.get('cache-control')).toBe('no-store');
    expect([shown?.headers.get('etag'), shown?.headers.get('last-modified')]).toEqual([null, null]);
    const secret = pattern.exec(shown?.html ?? '')?.[1] ?? '';
    expect(secret.length).toBeGreaterThan(20);
    for (const page of [at, keysPath, hooksPath, '/cabinet']) await owner.get(page);
    await remember();

    await control.untilNothingIsDeferred();
    expect(answers.filter((answer) => answer.includes(secret))).toHaveLength(1);
    for (const place of [logged(), await stored(), await cached()]) expect(isIn(place, secret)).toBe(false);
  });
});

async function remember(): Promise<void> {
  const { rows } = await market.pool.query('select id::text from api_keys order by created_at desc limit 1');
  const { rows: endpoints } = await market.pool.query('select id::text from webhook_endpoints');
  [newest.key, newest.endpoint] = [rows[0]?.id ?? '', endpoints[0]?.id ?? ''];
}

test('the places that were searched have something to find', async () => {
  expect(await stored()).toContain('Robot');
  expect(await cached()).toContain('rate:write:');
  expect(logged()).toContain('"route"');
});

test('no password, session cookie or token of a mail is in a log, and no password in an answer', async () => {
  const aPassword = () => `canary-${randomBytes(9).toString('base64url')}`;
  const [first, wrong, second, third] = [aPassword(), aPassword(), aPassword(), aPassword()];
  const [visitor, email] = [visitorAt(stack.baseUrl), anAddress()];
  await visitor.submit('/sign-up', 'sign-up', { name: 'Mira', email, password: first });
  const cookies = [visitor.cookie()];
  await visitorAt(stack.baseUrl).submit('/sign-in', 'sign-in', { email, password: wrong });
  await visitorAt(stack.baseUrl).submit('/sign-up', 'sign-up', { name: 'Mira', email, password: wrong });
  await visitor.submit('/cabinet/settings/password', 'password', { currentPassword: wrong, newPassword: second });
  await visitor.submit('/cabinet/settings/password', 'password', { currentPassword: first, newPassword: second });
  await visitor.submit('/cabinet/settings/email', 'email', { newEmail: `other-${email}`, password: second });
  cookies.push(visitor.cookie());
  await visitor.submit('/reset', 'reset', { email });
  const [mail] = await untilMailed(stack.mailDir, email, /Set a new password/);
  const link = new URL(/https?:\S+/.exec(mail?.text ?? '')?.[0] ?? '');
  const landed = await visitor.get(link.pathname + link.search);
  const page = landed.status === 200 ? link : new URL(landed.headers.get('location') ?? '', stack.baseUrl);
  const set = await visitor.submit(page.pathname + page.search, 'reset', { newPassword: third });
  expect(set.status).toBe(303);
  await control.neon('refuse');
  await visitorAt(stack.baseUrl).post('/sign-in', [
    ['email', email],
    ['password', third],
  ]);
  await control.neon('up');

  const token = page.searchParams.get('token') ?? '';
  expect(token.length).toBeGreaterThan(10);
  const sessions = cookies.flatMap((cookie) => /session_token=([^;]+)/.exec(cookie)?.[1] ?? []);
  expect(sessions).toHaveLength(2);
  const secrets = [first, wrong, second, third, token, ...sessions, ...sessions.map(decodeURIComponent)];
  await control.untilNothingIsDeferred();
  expect(secrets.filter((secret) => isIn(logged(), secret))).toEqual([]);
  const passwords = [first, wrong, second, third];
  expect(passwords.filter((password) => answers.some((answer) => answer.includes(password)))).toEqual([]);
  const places = [await stored(), await cached()];
  expect(passwords.filter((password) => places.some((place) => isIn(place, password)))).toEqual([]);
});
