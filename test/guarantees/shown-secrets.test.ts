import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Redis } from '@upstash/redis';
import { describe, expect, test } from 'vitest';
import { formIn } from '../support/cabinet/form-in.ts';
import {
  type FormMarket,
  hooksPath,
  keysPath,
  type OnceForm,
  onceForms,
  ownFormMarket,
} from '../support/cabinet/once-forms.ts';
import { filled, type Visitor, visitorAt } from '../support/cabinet/visitor.ts';
import { wordsOf } from '../support/html.ts';
import { untilMailed } from '../support/market/mails.ts';
import type { Market } from '../support/market/market.ts';
import { anAddress } from '../support/market/people.ts';
import { recordedAnswers } from '../support/recorded-answers.ts';
import type { controlOf } from '../support/stack/control.ts';
import type { OwnStack } from '../support/stack/stack.ts';

let stack: OwnStack;
let market: Market;
let control: ReturnType<typeof controlOf>;
let owner: Visitor;
let own: FormMarket;
ownFormMarket(
  (ready) => {
    own = ready;
    ({ stack, market, control, owner } = own);
  },
  { hasRequestLines: true },
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

/** The lines of the edge functions. The wrapper of the local stack also logs paths, which contain tokens of emails. */
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

const aKey = /castline_live_[a-z0-9]{12}\.([\w-]{43})/;
const aHookSecret = /whsec_([\w+/=-]{20,})/;

interface Shows extends OnceForm {
  readonly secret: RegExp;
}

const shows: readonly Shows[] = [
  { ...onceForms.newKey, secret: aKey },
  { ...onceForms.replacedKey, secret: aKey },
  { ...onceForms.newEndpoint, secret: aHookSecret },
  { ...onceForms.replacedSecret, secret: aHookSecret },
  { ...onceForms.shareLink, secret: /\/reports\/([\w-]{43})/ },
];

describe.each(shows)('the secret of $name', ({ path, form, of, values, secret: pattern }) => {
  test('is in exactly one response, and in no store and no log, even if its form is sent twice at once and again', async () => {
    const at = await path(own);
    const fields = filled(formIn((await owner.get(at)).html, form, await of?.(own)), values?.() ?? {});
    const both = await Promise.all([owner.post(at, fields), owner.post(at, fields)]);
    const [shown, refused] = both.sort((one, other) => one.status - other.status);
    const again = await owner.post(at, fields);
    expect([shown?.status, refused?.status, again.status]).toEqual([200, 409, 409]);
    expect(wordsOf(again.html)).toContain('Castline has already processed this form');
    expect(shown?.headers.get('cache-control')).toBe('no-store');
    expect([shown?.headers.get('etag'), shown?.headers.get('last-modified')]).toEqual([null, null]);
    const secret = pattern.exec(shown?.html ?? '')?.[1] ?? '';
    expect(secret.length).toBeGreaterThan(20);
    for (const page of [at, keysPath, hooksPath, '/cabinet']) await owner.get(page);

    await control.untilNothingIsDeferred();
    expect(answers.filter((answer) => answer.includes(secret))).toHaveLength(1);
    for (const place of [logged(), await stored(), await cached()]) expect(isIn(place, secret)).toBe(false);
  });
});

test('the search for secrets finds a known text in each store', async () => {
  expect(await stored()).toContain('Robot');
  // Counts end after two minutes, and an isolate skips Redis for a while after a failure.
  const signIn = { email: anAddress(), password: 'a wrong password' };
  const withCount = async () => {
    await visitorAt(stack.baseUrl).submit('/sign-in', 'sign-in', signIn);
    return cached();
  };
  await expect.poll(withCount).toContain('rate:signIn:');
  expect(logged()).toContain('"route"');
});

test('no password, session cookie or token of an email is in a log, and no password in an answer', async () => {
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
