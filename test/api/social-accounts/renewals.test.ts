import { afterEach, describe, expect, test } from 'vitest';
import type { Platform } from '../../../schema/shared/enums.ts';
import type { Market } from '../../support/market/market.ts';
import { type RenewedConnections, renewedConnectionsOf } from '../../support/market/renewed-connections.ts';
import type { controlOf } from '../../support/stack/control.ts';
import { depth } from '../../support/stack/depth.ts';
import { ownMarket } from '../../support/stack/own-market.ts';
import type { OwnStack } from '../../support/stack/stack.ts';

let stack: OwnStack;
let market: Market;
let control: ReturnType<typeof controlOf>;
let aConnection: RenewedConnections['aConnection'];
let renewAfter: RenewedConnections['renewAfter'];
let aLease: RenewedConnections['aLease'];
let rest: RenewedConnections['rest'];
ownMarket((own) => {
  ({ stack, market, control } = own);
  ({ aConnection, renewAfter, aLease, rest } = renewedConnectionsOf(own));
});
afterEach(() => rest());

const hourMs = 3_600_000;
/** Instagram and Twitch have tests of their own. */
const renewedPlatforms = depth<readonly Platform[]>(['YOUTUBE', 'X'], ['YOUTUBE', 'TIKTOK', 'X', 'KICK']);
const limitedPlatforms = depth<readonly Platform[]>(['X'], ['YOUTUBE', 'TIKTOK', 'X', 'KICK']);
const endedPlatforms = depth<readonly Platform[]>(
  ['TIKTOK', 'KICK'],
  ['YOUTUBE', 'TIKTOK', 'INSTAGRAM', 'X', 'TWITCH', 'KICK'],
);

const suspendOwner =
  'update users set suspended_at = now() where id = (select owner_id from social_accounts where id = $1)';

/** The number of token requests of accounts that the platforms know. */
async function tokenCalls(): Promise<number> {
  const answer = await fetch(`${stack.socialUrl}/simulator/calls`);
  const calls = Object.entries(Object(await answer.json()));
  return calls.filter(([call]) => call.startsWith('token ')).reduce((sum, [, count]) => sum + Number(count), 0);
}

describe('a connection', () => {
  test.each(renewedPlatforms)('at %s has new tokens after a day', async (platform) => {
    const { stored, handle, simulator } = await aConnection(platform);
    const before = await stored();
    await renewAfter(23 * hourMs);
    expect(await stored()).toEqual(before);
    await renewAfter(hourMs);
    const after = await stored();
    expect(after).toMatchObject({ status: 'ACTIVE', failures: 0, renewing_until: null });
    expect(after.access).not.toBe(before.access);
    expect(after.due?.getTime()).toBeGreaterThanOrEqual((before.due?.getTime() ?? 0) + 24 * hourMs);
    expect(await simulator.grantsOf(handle)).toBe(1);
    await renewAfter(24 * hourMs);
    expect((await stored()).access).not.toBe(after.access);
  });

  test('at Instagram gets a token with a later expiry after a day', async () => {
    const { stored, handle, simulator } = await aConnection('INSTAGRAM');
    const before = await stored();
    await renewAfter(24 * hourMs);
    expect(await stored()).toEqual(before);
    await renewAfter(hourMs);
    const after = await stored();
    expect(after).toMatchObject({ status: 'ACTIVE', failures: 0, renewing_until: null });
    expect(after.access).not.toBe(before.access);
    expect(await simulator.grantsOf(handle)).toBe(1);
    for (let day = 0; day < depth(1, 3); day += 1) await renewAfter(25 * hourMs);
    expect(await stored()).toMatchObject({ status: 'ACTIVE', failures: 0 });
  });

  test.each(limitedPlatforms)(
    'at %s is no failure when the platform limits token requests, and is renewed afterwards',
    async (platform) => {
      const [limited, other] = [await aConnection(platform), await aConnection(platform)];
      const before = await limited.stored();
      const othersBefore = await other.stored();
      await limited.simulator.change(limited.handle, { fails: '429' });
      await market.pool.query(
        `update social_grants set due_at = due_at + interval '1 minute' where social_account_id = $1`,
        [other.id],
      );
      await renewAfter(24 * hourMs);
      const confirmed = 'select confirmed_at as at from social_grants where social_account_id = $1';
      expect(await limited.stored()).toMatchObject({ status: 'ACTIVE', access: before.access, failures: 0 });
      const { at } = await market.one(confirmed, [limited.id]);
      const calls = await tokenCalls();
      await renewAfter(61_000);
      expect(await other.stored(), 'nothing is asked before the time that the platform stated').toMatchObject({
        access: othersBefore.access,
      });
      expect(await tokenCalls()).toBe(calls);
      await limited.simulator.forget(limited.handle);
      await renewAfter(60_000);
      expect((await limited.stored()).access).not.toBe(before.access);
      expect((await other.stored()).access).not.toBe(othersBefore.access);
      expect((await market.one(confirmed, [limited.id])).at > at).toBe(true);
    },
  );

  test('at Instagram keeps its token while Instagram refuses requests', async () => {
    const { stored, handle, simulator } = await aConnection('INSTAGRAM');
    const before = await stored();
    await simulator.change(handle, { fails: '429' });
    await renewAfter(25 * hourMs);
    expect(await stored()).toMatchObject({ status: 'ACTIVE', access: before.access, failures: 0 });
    await simulator.forget(handle);
    await renewAfter(6 * 60_000);
    expect((await stored()).access).not.toBe(before.access);
  });

  test('of Twitch is validated every hour, and has new tokens before the former ones end', async () => {
    const { stored } = await aConnection('TWITCH');
    const first = await stored();
    const seen: boolean[] = [];
    for (let hour = 0; hour < 4; hour += 1) {
      const before = await stored();
      await renewAfter(hourMs);
      const after = await stored();
      expect(after.due?.getTime()).toBeGreaterThan(before.due?.getTime() ?? 0);
      seen.push(after.access === first.access);
    }
    expect(seen).toEqual([true, true, false, false]);
  });

  test.each(endedPlatforms)('of %s that was ended at the platform reads EXPIRED, without tokens', async (platform) => {
    const { creator, handle, stored, simulator } = await aConnection(platform);
    await simulator.revokeAt(handle);
    await renewAfter(25 * hourMs);
    expect(await stored()).toMatchObject({ status: 'EXPIRED', access: null, due: null, renewing_until: null });
    const { socialConnection, status } = (await creator.keyed.get('/social-accounts')).body.data[0];
    expect([status, socialConnection.status]).toEqual(['ACTIVE', 'EXPIRED']);
  });

  test('is renewed while only the other endpoints of the platform fail', async () => {
    const { handle, stored, simulator } = await aConnection('X');
    const before = await stored();
    await simulator.change(handle, { fails: '500', failsAt: 'api' });
    await renewAfter(24 * hourMs);
    expect((await stored()).access).not.toBe(before.access);
    const renewed = await stored();
    await simulator.change(handle, { fails: '500', failsAt: 'token' });
    await renewAfter(24 * hourMs);
    expect(await stored()).toMatchObject({ access: renewed.access, failures: 1 });
  });

  test('waits longer after each failure of the platform, and keeps its tokens', async () => {
    const { handle, stored, simulator } = await aConnection('YOUTUBE');
    const before = await stored();
    await simulator.change(handle, { fails: '500' });
    await renewAfter(24 * hourMs);
    expect(await stored()).toMatchObject({ status: 'ACTIVE', access: before.access, failures: 1 });
    await renewAfter(6 * 60_000);
    expect(await stored()).toMatchObject({ status: 'ACTIVE', access: before.access, failures: 2 });
    await simulator.forget(handle);
    await renewAfter(11 * 60_000);
    const after = await stored();
    expect(after).toMatchObject({ status: 'ACTIVE', failures: 0 });
    expect(after.access).not.toBe(before.access);
  });

  test('is renewed once, however often and at the same time its message arrives', async () => {
    const { id, stored } = await aConnection('X');
    const leaseEnd = await aLease(id);
    const before = await tokenCalls();
    const message = { kind: 'renew-connections', leaseEnd: leaseEnd.toISOString(), ids: [Number(id)] };
    await Promise.all(Array.from({ length: depth(6, 16) }, () => control.deliver([message])));
    await control.deliver([message]);
    expect([await tokenCalls(), (await stored()).status]).toEqual([before + 1, 'ACTIVE']);
  });

  test('stays when its consumer is killed before the new tokens are stored, and is renewed later', async () => {
    const { handle, id, stored, simulator } = await aConnection('YOUTUBE');
    const before = await stored();
    const leaseEnd = await aLease(id);
    await simulator.change(handle, { fails: 'timeout' });
    const cutOff = control
      .deliver([{ kind: 'renew-connections', leaseEnd: leaseEnd.toISOString(), ids: [Number(id)] }])
      .catch(() => undefined);
    await expect.poll(async () => (await stored()).renewing_until).not.toBeNull();
    await control.killRuntimes();
    await cutOff;
    await simulator.forget(handle);
    await renewAfter(16 * 60_000);
    const after = await stored();
    expect(after).toMatchObject({ status: 'ACTIVE', failures: 0, renewing_until: null });
    expect(after.access).not.toBe(before.access);
  });

  test('that its owner ends during the renewal stays ended', async () => {
    const { creator, handle, id, stored, simulator } = await aConnection('YOUTUBE');
    const leaseEnd = await aLease(id);
    await simulator.change(handle, { fails: 'timeout' });
    const renewing = control.deliver([
      { kind: 'renew-connections', leaseEnd: leaseEnd.toISOString(), ids: [Number(id)] },
    ]);
    await expect.poll(async () => (await stored()).renewing_until).not.toBeNull();
    expect((await creator.api.delete(`/social-accounts/${id}/connection`)).status).toBe(200);
    await control.endTimeouts();
    await renewing;
    expect(await stored()).toMatchObject({ status: 'REVOKED', access: null, due: null, renewing_until: null });
  });

  test('that expired a month ago is ended, and what was read under it is deleted', async () => {
    const { creator, handle, id, stored, simulator } = await aConnection('YOUTUBE');
    await simulator.revokeAt(handle);
    await renewAfter(24 * hourMs);
    await market.pool.query(
      `insert into audience_snapshots (social_account_id, source, captured_at, verified_at) values ($1, 'PLATFORM_API', now(), now())`,
      [id],
    );
    await control.run('sweep-connections');
    expect((await stored()).status).toBe('EXPIRED');
    await control.moveOn(29 * 24 * hourMs + 60_000);
    await control.run('sweep-connections');
    expect((await stored()).status).toBe('REVOKED');
    const left = await market.one('select count(*)::int from audience_snapshots where social_account_id = $1', [id]);
    expect(left.count).toBe(0);
    expect((await creator.keyed.get('/social-accounts')).status).toBe(200);
  });

  test.each([
    [
      'an account that is blocked',
      `update social_accounts set status = 'BLOCKED', blocked_at = now(), block_reason = 'A complaint' where id = $1`,
    ],
    ['a suspended owner', suspendOwner],
  ])('of %s is ended when its platform has not accepted it for 29 days', async (_, statement) => {
    const { id, stored } = await aConnection('YOUTUBE');
    await renewAfter(24 * hourMs);
    await market.pool.query(statement, [id]);
    await control.moveOn(28 * 24 * hourMs);
    await control.run('sweep-connections');
    expect((await stored()).status).toBe('ACTIVE');
    await control.moveOn(25 * hourMs);
    await control.run('sweep-connections');
    expect(await stored()).toMatchObject({ status: 'REVOKED', access: null });
  });

  test('whose owner is suspended is not renewed, and waits', async () => {
    const { id, stored } = await aConnection('YOUTUBE');
    const before = await stored();
    await market.pool.query(suspendOwner, [id]);
    await renewAfter(24 * hourMs);
    const after = await stored();
    expect(after).toMatchObject({ status: 'ACTIVE', access: before.access, renewing_until: null });
    expect(after.due?.getTime()).toBeGreaterThan((before.due?.getTime() ?? 0) + 23 * hourMs);
  });
});
