import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { refused } from '../../support/contract/expectations.ts';
import type { Market } from '../../support/market/market.ts';
import { aPerson, type Person } from '../../support/market/people.ts';
import { simulatorOf } from '../../support/simulator.ts';
import { begin, comeBack, connect, decide } from '../../support/social/sign-in.ts';
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
const aName = () => `signs-${randomBytes(5).toString('hex')}`;
const accountsOf = async (person: Person) => (await person.api.get('/social-accounts')).body.data;

describe('an ended connection', () => {
  const tokensOf = (id: number) =>
    market.one('select status, sealed_access, sealed_refresh from social_grants where social_account_id = $1', [id]);

  test.each([
    ['by its owner', (person: Person, id: number) => person.api.delete(`/social-accounts/${id}/connection`), 'ACTIVE'],
    ['with the account', (person: Person, id: number) => person.api.delete(`/social-accounts/${id}`), 'DELETED'],
    ['with a sale', (person: Person, id: number) => person.api.post(`/social-accounts/${id}/sold`, {}), 'SOLD'],
  ] as const)('%s has no tokens, here and at the platform', async (_, end, status) => {
    const [creator, handle] = [await aCreator(), aName()];
    await connect(creator, handle);
    const [{ id }] = await accountsOf(creator);
    const reply = await end(creator, id);
    expect(reply.body.data).toMatchObject({ status, socialConnection: { status: 'REVOKED', sharing: null } });
    expect(await tokensOf(id)).toEqual({ status: 'REVOKED', sealed_access: null, sealed_refresh: null });
    await control.untilNothingIsDeferred();
    expect(await simulator.grantsOf(handle)).toBe(0);
  });

  test('leaves no profile in a repeated answer, and none with the key', async () => {
    const [creator, handle] = [await aCreator(), aName()];
    await simulator.change(handle, { followers: 987_654 });
    await connect(creator, handle);
    const [{ id, title }] = await accountsOf(creator);
    const consent = { key: randomUUID(), body: { enabled: true } };
    const share = async () => (await creator.api.send('PUT', `/social-accounts/${id}/sharing`, consent)).body.data;
    const first = await share();
    expect(first).toMatchObject({ title, followers: 987_654 });
    expect(await share()).toEqual(first);

    const ending = { key: randomUUID() };
    const end = async () => (await creator.api.send('DELETE', `/social-accounts/${id}/connection`, ending)).body.data;
    const ended = await end();
    expect(ended).toMatchObject({ title: null, followers: null, socialConnection: { status: 'REVOKED' } });
    expect([await share(), await end()]).toEqual([{ ...first, title: null, followers: null }, ended]);
    const { rows } = await market.pool.query('select body from idempotency_keys where owner_id = $1', [creator.userId]);
    expect(rows).toHaveLength(3);
    expect(JSON.stringify(rows)).not.toContain('987654');
  });

  test('cannot be ended again, or shared', async () => {
    const creator = await aCreator();
    await connect(creator, aName());
    const [{ id }] = await accountsOf(creator);
    await creator.api.delete(`/social-accounts/${id}/connection`);
    for (const reply of [
      await creator.api.delete(`/social-accounts/${id}/connection`),
      await creator.api.put(`/social-accounts/${id}/sharing`, { enabled: true }),
    ]) {
      refused(reply, 'INVALID_STATE');
      expect(reply.body).toMatchObject({ status: 'REVOKED', allowedActions: ['connections'] });
    }
    await connect(creator, (await accountsOf(creator))[0].handle);
    expect((await accountsOf(creator))[0].socialConnection.status).toBe('ACTIVE');
  });
});

describe('the consent to share', () => {
  test('is given and withdrawn, each with its time, and kept', async () => {
    const creator = await aCreator();
    await connect(creator, aName());
    const [{ id }] = await accountsOf(creator);
    const share = (enabled: boolean) => creator.api.put(`/social-accounts/${id}/sharing`, { enabled });
    const given = await share(true);
    expect(given.body.data.socialConnection.sharing).toEqual({ version: '2026-12', consentedAt: expect.any(String) });
    const again = await share(true);
    expect(again.body.data.socialConnection.sharing).toEqual(given.body.data.socialConnection.sharing);
    expect((await share(false)).body.data.socialConnection.sharing).toBeNull();
    expect((await share(false)).status).toBe(200);
    const kept = await market.pool.query('select kind from account_consents where social_account_id = $1 order by at', [
      id,
    ]);
    expect(kept.rows).toEqual([{ kind: 'GIVEN' }, { kind: 'WITHDRAWN' }]);
  });
});

test('no token, code or verifier is in an answer, in a log line or readable in the database', async () => {
  const [creator, handle] = [await aCreator(), aName()];
  const { authorizeUrl, cookie } = await begin(creator, { platform: 'YOUTUBE', shareMetrics: true });
  const callback = await decide(authorizeUrl, { handle });
  const back = await comeBack(callback, cookie);
  const [account] = await accountsOf(creator);
  const staffView = JSON.stringify(account);
  const code = new URL(callback).searchParams.get('code') ?? '';
  const state = new URL(callback).searchParams.get('state') ?? '';
  const { rows } = await market.pool.query(
    `select g::text as row from social_grants g union all select s::text from oauth_states s
     union all select a::text from social_accounts a`,
  );
  const dump = rows.map(({ row }: { row: string }) => row).join('\n');
  const hex = (text: string) => Buffer.from(text).toString('hex');
  for (const secret of [code, state, 'access-youtube-', 'refresh-youtube-']) {
    expect(secret.length).toBeGreaterThan(10);
    for (const text of [dump, back.text, staffView]) expect(text).not.toContain(secret);
    expect(dump).not.toContain(hex(secret));
  }
});

test('a picture that its platform gives only under a connection is not available once the platform has ended it', async () => {
  const creator = await aCreator();
  const handle = `ends${randomBytes(5).toString('hex')}`;
  await connect(creator, handle, { platform: 'INSTAGRAM' });
  const [{ id }] = await accountsOf(creator);
  await simulatorOf(stack.socialUrl, 'INSTAGRAM').revokeAt(handle);
  const reply = await creator.api.post(`/creator/social-accounts/${id}/avatar/refresh`);
  refused(reply, 'WRITE_NOT_AVAILABLE_FOR_FEATURE');
  expect(reply.body.message).toContain('the account must be connected first');
});

test('connections that did not return are deleted at night, and no other one', async () => {
  const creator = await aCreator();
  await begin(creator);
  const stale = await market.one('select count(*)::int from oauth_states');
  await control.moveOn(10 * 60_000);
  const { authorizeUrl, cookie } = await begin(creator);
  await control.run('sweep-connections');
  const left = await market.one('select count(*)::int from oauth_states');
  expect([stale.count > 0, left.count]).toEqual([true, 1]);
  expect((await comeBack(await decide(authorizeUrl, { handle: aName() }), cookie)).status).toBe(200);
});

test('an audience of another source stays when the connection ends', async () => {
  const creator = await aCreator();
  await connect(creator, aName());
  const [{ id }] = await accountsOf(creator);
  await market.pool.query(
    `insert into audience_snapshots (social_account_id, source, captured_at, verified_at)
     select $1, source, now(), now() from unnest('{SCREEN_RECORDING,PLATFORM_API}'::text[]) source`,
    [id],
  );
  const ended = await creator.api.delete(`/social-accounts/${id}/connection`);
  expect(ended.body.data.statsAvailability).toBe('AVAILABLE');
  const { history } = (await creator.api.get(`/social-accounts/${id}/stats`)).body.data;
  expect(history.map(({ source }: { source: string }) => source)).toEqual(['SCREEN_RECORDING']);
});
