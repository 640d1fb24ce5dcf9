import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type Platform, platforms } from '../../schema/shared/enums.ts';
import { mailsTo } from '../support/market/mails.ts';
import type { Market } from '../support/market/market.ts';
import { aPerson } from '../support/market/people.ts';
import { recordedAnswers } from '../support/recorded-answers.ts';
import { simulatorOf } from '../support/simulator.ts';
import { begin, comeBack, connect, decide } from '../support/social/sign-in.ts';
import type { controlOf } from '../support/stack/control.ts';
import { depth, isOnDiagonal } from '../support/stack/depth.ts';
import { ownMarket } from '../support/stack/own-market.ts';
import type { OwnStack } from '../support/stack/stack.ts';

const logLines = depth(50, 10_000);
const hourMs = 3_600_000;

let stack: OwnStack;
let market: Market;
let control: ReturnType<typeof controlOf>;
ownMarket(
  async (own) => {
    ({ stack, market, control } = own);
  },
  { vars: { WEBHOOK_TRUSTED_ORIGINS: 'http://127.0.0.1:9' }, hasRequestLines: true },
);

/** What the service has answered: statuses, headers and bodies. */
const answers = recordedAnswers(() => stack.baseUrl);
/** Secrets that one answer may contain: states and cookies of browsers. */
const handedOver: string[] = [];

const aName = () => `canary${randomBytes(5).toString('hex')}`;
const cron = async (moveMs: number, ...crons: readonly string[]): Promise<void> => {
  await control.moveOn(moveMs);
  for (const each of crons) await control.fireCron(each);
  await control.untilQueuesAreEmpty();
};

/**
 * Connects, denies, replays, returns in another browser, and ends connections; one connection remains. At the quick depth each platform has a part
 * of it, because one function receives all returns.
 */
async function everySignIn(platform: Platform): Promise<string> {
  const isAtTurn = (turn: number) => isOnDiagonal(platforms.indexOf(platform), turn, 3);
  const creator = await aPerson(stack.baseUrl, { roles: ['CREATOR'] });
  const [kept, ended] = [aName(), aName()];
  await connect(creator, kept, { platform, shareMetrics: true });
  const webhook = { url: 'http://127.0.0.1:9/hook', kinds: null };
  await creator.keyed.post('/webhook-endpoints', webhook);
  const started = await begin(creator, { platform });
  handedOver.push(new URL(started.authorizeUrl).searchParams.get('state') ?? '', started.cookie.split('=')[1] ?? '');
  const back = await decide(started.authorizeUrl, { handle: ended });
  if (isAtTurn(0)) await comeBack(back, null);
  await comeBack(back, started.cookie);
  if (isAtTurn(0)) await comeBack(back, started.cookie);
  if (isAtTurn(1)) {
    const denied = await begin(creator, { platform });
    await comeBack(await decide(denied.authorizeUrl, { handle: ended, decision: 'deny' }), denied.cookie);
  }
  const accounts: { id: number; handle: string }[] = (await creator.api.get('/social-accounts')).body.data;
  const other = accounts.find(({ handle }) => handle !== kept);
  await creator.api.delete(`/social-accounts/${other?.id}/connection`);
  if (isAtTurn(2)) {
    await simulatorOf(stack.socialUrl, platform).change(ended, { fails: 'malformed' });
    await connect(creator, ended, { platform });
  }
  return kept;
}

/** The connection expires, and is connected again by the link of the email. Gives the token of the link. */
async function expireAndReconnect(platform: Platform, handle: string): Promise<string> {
  const { email } = await market.one(
    'select u.email from users u join social_accounts a on a.owner_id = u.id where a.handle = $1 and a.platform = $2',
    [handle, platform],
  );
  const [mail] = mailsTo(stack.mailDir, email, /connect your/);
  const link = /http:\S+\/start\?token=\S+/.exec(mail?.text ?? '')?.[0] ?? '';
  await fetch(link);
  const pressed = await fetch(link, { method: 'POST', headers: { origin: stack.baseUrl }, redirect: 'manual' });
  const cookie = (pressed.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const back = await comeBack(await decide(pressed.headers.get('location') ?? '', { handle }), cookie);
  expect([platform, back.status]).toEqual([platform, 200]);
  await fetch(link, { method: 'POST', headers: { origin: stack.baseUrl }, redirect: 'manual' });
  return new URL(link).searchParams.get('token') ?? '';
}

/** Every row of every table, as text. */
async function dump(): Promise<string> {
  const { rows } = await market.pool.query(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const tables = [];
  for (const { name } of rows) tables.push((await market.pool.query(`select t::text as row from ${name} t`)).rows);
  return JSON.stringify(tables);
}

/** The secret as it is, and as it reads in bytes and in base64. */
const spellings = (secret: string): string[] => [
  secret,
  Buffer.from(secret).toString('hex'),
  Buffer.from(secret).toString('base64url').slice(0, -2),
];
const foundIn = (text: string, secrets: readonly string[]): string[] =>
  secrets.filter((secret) => secret !== '' && spellings(secret).some((spelling) => text.includes(spelling)));

test('no token, code, verifier, state or link of a connection is in the log, the database or an answer', async () => {
  const kept = new Map<Platform, string>();
  for (const platform of platforms) kept.set(platform, await everySignIn(platform));
  await cron(26 * hourMs, '*/5 * * * *', '* * * * *');
  for (const [platform, handle] of kept) await simulatorOf(stack.socialUrl, platform).revokeAt(handle);
  await cron(26 * hourMs, '*/5 * * * *', '* * * * *', '* * * * *');
  const links: string[] = [];
  for (const [platform, handle] of kept) links.push(await expireAndReconnect(platform, handle));
  const tiktok = simulatorOf(stack.socialUrl, 'TIKTOK');
  await tiktok.callAt(`${stack.baseUrl}/platform-events`);
  await tiktok.revokeAt(kept.get('TIKTOK') ?? '');
  await cron(60_000, '*/5 * * * *', '* * * * *', '17 3 * * *');
  for (let sent = 0; sent < logLines; sent += 50)
    await Promise.all(
      Array.from({ length: 50 }, () => fetch(`${stack.baseUrl}/oauth/youtube/start?token=${links[0]}`)),
    );

  const issued = await Promise.all(platforms.map((platform) => simulatorOf(stack.socialUrl, platform).secrets()));
  const secrets = issued.flat();
  const sent = readdirSync(stack.mailDir).map((file) => readFileSync(path.join(stack.mailDir, file), 'utf8'));
  expect(foundIn(sent.join('\n'), links)).toEqual(links);
  const log = readFileSync(stack.logFile, 'utf8');
  expect([secrets.length > 60, links.every((link) => link.length > 40)]).toEqual([true, true]);
  expect(log.split('\n').length).toBeGreaterThanOrEqual(logLines);
  expect(foundIn(answers.join('\n'), [...secrets, ...links])).toEqual([]);
  expect(foundIn(log, [...secrets, ...links, ...handedOver])).toEqual([]);
  expect(foundIn(await dump(), [...secrets, ...links, ...handedOver])).toEqual([]);
});
