import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { openDb } from '../../../db/client.ts';
import { readGrantAccess } from '../../../db/social-accounts/grant-access.ts';
import { PlatformFailure } from '../../../functions/platform/social/index.ts';
import { readSettings } from '../../../functions/settings/index.ts';
import { withGrant } from '../../../functions/social-accounts/usable-grant.ts';
import { localSecrets } from '../../../scripts/local/secrets.ts';
import { completeSettings } from '../../support/complete-settings.ts';
import type { Market } from '../../support/market/market.ts';
import { aPerson } from '../../support/market/people.ts';
import { simulatorOf } from '../../support/simulator.ts';
import { connect } from '../../support/social/sign-in.ts';
import { depth } from '../../support/stack/depth.ts';
import { ownMarket } from '../../support/stack/own-market.ts';
import type { OwnStack } from '../../support/stack/stack.ts';

let stack: OwnStack;
let market: Market;
ownMarket(async (own) => {
  ({ stack, market } = own);
});

/** The context that the queue consumer gives a job of the stack. */
function aJob() {
  const { sealingSecret, socialSecret } = localSecrets(path.dirname(stack.logFile));
  const settings = readSettings('jobs', {
    ...completeSettings,
    APP_ENV: 'development',
    DATABASE_URL: stack.databaseUrls.jobs,
    NEON_FETCH_ENDPOINT: stack.neonUrl,
    SEALING_SECRET: sealingSecret,
    X_API_URL: `${stack.socialUrl}/x/2`,
    X_TOKEN_URL: `${stack.socialUrl}/x/oauth/token`,
    X_CLIENT_ID: 'castline',
    X_CLIENT_SECRET: socialSecret,
  });
  const at = new Date();
  return { db: openDb(settings), settings, now: () => at };
}

async function aConnection() {
  const creator = await aPerson(stack.baseUrl, { roles: ['CREATOR'] });
  const handle = `shares${randomBytes(4).toString('hex')}`;
  await connect(creator, handle, { platform: 'X' });
  const { id } = (await creator.api.get('/social-accounts')).body.data[0];
  const accessNow = async () =>
    (await readGrantAccess(aJob().db, Number(id))) ?? expect.fail('the connection is usable');
  return { id, handle, accessNow };
}

async function anExpiredToken() {
  const { id, handle, accessNow } = await aConnection();
  await market.pool.query(
    `update social_grants set access_expires_at = now() - interval '1 minute' where social_account_id = $1`,
    [id],
  );
  return { id, handle, access: await accessNow() };
}

const tokensIssuedTo = async (handle: string) => (await simulatorOf(stack.socialUrl, 'X').callsFor(handle)).token ?? 0;

describe('a token that has expired', () => {
  test('is renewed by one of many callers at the same time, and all use the new one', async () => {
    const { access, handle } = await anExpiredToken();
    const before = await tokensIssuedTo(handle);
    const used = await Promise.all(
      Array.from({ length: depth(16, 200) }, () => withGrant(aJob(), access, async ({ accessToken }) => accessToken)),
    );
    expect(new Set(used).size).toBe(1);
    expect((await tokensIssuedTo(handle)) - before).toBe(1);
  });

  test('that a limit of the platform keeps from being renewed is no failure of the connection', async () => {
    const { id, access, handle } = await anExpiredToken();
    const simulator = simulatorOf(stack.socialUrl, 'X');
    await simulator.change(handle, { fails: '429', failsAt: 'token' });
    const use = () => withGrant(aJob(), access, async ({ accessToken }) => accessToken).catch(({ kind }) => kind);
    const before = await tokensIssuedTo(handle);
    expect([await use(), await use()]).toEqual(['LIMITED', 'OVER_BUDGET']);
    expect((await tokensIssuedTo(handle)) - before).toBe(1);
    const { failures } = await market.one('select failures from social_grants where social_account_id = $1', [id]);
    expect(failures).toBe(0);
    await market.pool.query(`delete from platform_windows where platform = 'X' and bucket = 'token'`);
    await simulator.forget(handle);
    expect(await use()).toMatch(/^access-x-/);
  });

  test('fails for all callers if the platform has ended its grant, and the connection expires', async () => {
    const { id, access, handle } = await anExpiredToken();
    await simulatorOf(stack.socialUrl, 'X').revokeAt(handle);
    const outcomes = await Promise.allSettled(
      Array.from({ length: depth(5, 50) }, () => withGrant(aJob(), access, async ({ accessToken }) => accessToken)),
    );
    const kinds = outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason.kind);
    expect(new Set(kinds)).toEqual(new Set(['NOT_GRANTED']));
    const { status } = await market.one('select status from social_grants where social_account_id = $1', [id]);
    expect(status).toBe('EXPIRED');
  });
});

test('a token that the platform refuses before its time is renewed, and what was asked is asked again', async () => {
  const { handle, accessNow } = await aConnection();
  const access = await accessNow();
  const [before, asked] = [await tokensIssuedTo(handle), new Set<string>()];
  const answer = await withGrant(aJob(), access, async ({ accessToken }) => {
    if (asked.size === 0) {
      asked.add(accessToken);
      throw new PlatformFailure('NOT_GRANTED', 'the platform has withdrawn the token');
    }
    return accessToken;
  });
  expect(asked).not.toContain(answer);
  expect((await tokensIssuedTo(handle)) - before).toBe(1);
});
