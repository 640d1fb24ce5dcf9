import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Platform } from '../../../schema/shared/enums.ts';
import { untilMailed } from '../../support/market/mails.ts';
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
ownMarket((own) => {
  ({ stack, market, control } = own);
  ({ aConnection, renewAfter, aLease } = renewedConnectionsOf(own));
});

describe('a renewal whose consumer is killed after the answer of the platform and before the commit', () => {
  /** A commit of new tokens waits for this lock. */
  const lock = 8_134;
  const waiting = `select pid from pg_locks where locktype = 'advisory' and objid = ${lock} and not granted`;

  beforeAll(() =>
    market.pool.query(
      `create function wait_for_test() returns trigger language plpgsql as $$ begin
         perform pg_advisory_xact_lock_shared(${lock}); return new; end $$;
       create trigger wait_for_test before update on social_grants for each row
         when (new.sealed_access is distinct from old.sealed_access and new.sealed_access is not null) execute function wait_for_test()`,
    ),
  );
  afterAll(() => market.pool.query('drop trigger wait_for_test on social_grants'));

  async function killedBeforeTheCommit(platform: Platform) {
    const connection = await aConnection(platform);
    const leaseEnd = await aLease(connection.id);
    const holder = await market.pool.connect();
    try {
      await holder.query(`select pg_advisory_lock(${lock})`);
      const cutOff = control
        .deliver([{ kind: 'renew-connections', leaseEnd: leaseEnd.toISOString(), ids: [Number(connection.id)] }])
        .catch(() => undefined);
      await expect.poll(async () => (await market.pool.query(waiting)).rows.length, { timeout: 10_000 }).toBe(1);
      await control.killRuntimes();
      await market.pool.query(`select pg_cancel_backend(pid) from (${waiting}) w`);
      await cutOff;
    } finally {
      await holder.query(`select pg_advisory_unlock(${lock})`);
      holder.release();
    }
    return connection;
  }

  // Another test kills a consumer of YouTube while the platform is asked.
  test.each(Array.from({ length: depth(0, 50) }, (_, round) => round))(
    'keeps the connection where the refresh token can be used again, round %i',
    async () => {
      const { stored, handle, simulator } = await killedBeforeTheCommit('YOUTUBE');
      await renewAfter(16 * 60_000);
      expect(await stored()).toMatchObject({ status: 'ACTIVE', failures: 0, renewing_until: null });
      expect(await simulator.grantsOf(handle)).toBe(1);
    },
  );

  const rotating = Array.from({ length: depth(1, 25) }, (_, round) => round).flatMap((round) =>
    (['X', 'TIKTOK'] as const).map((platform) => [platform, round] as const),
  );
  test.each(rotating)(
    'makes the connection EXPIRED where the former refresh token no longer works, and emails its owner once: %s, round %i',
    async (platform) => {
      const { stored, creator } = await killedBeforeTheCommit(platform);
      await renewAfter(16 * 60_000);
      expect(await stored()).toMatchObject({ status: 'EXPIRED', access: null, due: null });
      for (let days = 0; days < 2; days += 1) {
        await control.run('read-outbox', 'send-due-messages');
        await control.untilQueuesAreEmpty();
        expect(await untilMailed(stack.mailDir, creator.email, /connect your (X|TikTok) account/)).toHaveLength(1);
        await renewAfter(24 * 3_600_000);
      }
    },
  );
});

const many = depth(100, 1_000);

test('a renewal whose tokens were issued and lost makes the connection EXPIRED where the former refresh token no longer works', async () => {
  const { stored, handle, simulator } = await aConnection('X');
  await simulator.change(handle, { fails: '500-after-issue' });
  await renewAfter(25 * 3_600_000);
  expect(await stored()).toMatchObject({ status: 'ACTIVE', failures: 1 });
  await simulator.forget(handle);
  await renewAfter(6 * 60_000);
  expect(await stored()).toMatchObject({ status: 'EXPIRED', access: null });
});

test('a connection is renewed after the daily units of its platform were lowered below those spent', async () => {
  const { stored } = await aConnection('X');
  const before = await stored();
  await control.moveOn(24 * 3_600_000);
  const spent = `insert into platform_budgets (platform, day, used)
    select 'X', $1::timestamptz::date + n, 10000000 from generate_series(-1, 2) n
    on conflict (platform, day) do update set used = excluded.used`;
  await market.pool.query(spent, [await control.now()]);
  await renewAfter(3_600_000);
  expect((await stored()).access).not.toBe(before.access);
  await market.pool.query(`delete from platform_budgets where platform = 'X'`);
});

test(`${depth('a hundred', 'a thousand')} due connections are queued by at most three database calls`, async () => {
  const { creator } = await aConnection('YOUTUBE');
  const { id } = await market.one('select owner_id as id from social_accounts where id = $1', [
    (await creator.api.get('/social-accounts')).body.data[0].id,
  ]);
  await control.queues('hold');
  await market.pool.query(
    `with added as (
       insert into social_accounts (owner_id, platform, handle, external_id, status, is_verified, verified_via)
       select $1, 'YOUTUBE', 'many-' || n, 'many-' || n, 'ACTIVE', true, 'PLATFORM_API' from generate_series(1, $2::int) n returning id)
     insert into social_grants (social_account_id, platform, scopes, status, sealed_access, due_at, connected_at, updated_at)
     select id, 'YOUTUBE', '{}', 'ACTIVE', '\\x00', now() - interval '1 hour', now(), now() from added`,
    [id, many],
  );
  await control.resetCounts();
  await control.deliver([{ kind: 'take-due-connections' }]);
  expect((await control.counts()).neon).toBeLessThanOrEqual(3);
  const { due } = await market.one(
    `select count(*)::int as due from social_grants g join social_accounts a on a.id = g.social_account_id
     where a.handle like 'many-%' and g.due_at < now()`,
  );
  expect(due).toBe(0);
  await market.pool.query(
    `update social_grants set due_at = null, status = 'REVOKED', sealed_access = null
     where social_account_id in (select id from social_accounts where handle like 'many-%')`,
  );
  await control.queues('up');
  await control.untilQueuesAreEmpty();
});
