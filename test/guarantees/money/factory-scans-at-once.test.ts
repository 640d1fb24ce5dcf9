import { afterEach, expect, test } from 'vitest';
import { type Db, openDb } from '../../../db/client.ts';
import {
  claimScans,
  expireScans,
  failAccounts,
  failScans,
  recordScan,
  type ScanPart,
} from '../../../db/factories/scans.ts';
import { retryOnConflict } from '../../../functions/retry-on-conflict.ts';
import { platforms } from '../../../schema/shared/enums.ts';
import { fc, fuzzSeed } from '../../support/fast-check.ts';
import { countDeadlocks } from '../../support/stack/deadlocks.ts';
import { depth } from '../../support/stack/depth.ts';
import { type OwnMarket, ownMarket } from '../../support/stack/own-market.ts';

let own: OwnMarket;
let jobs: Db;
ownMarket((made) => {
  own = made;
  const { databaseUrls, neonUrl } = made.stack;
  jobs = openDb({ DATABASE_URL: databaseUrls.jobs, NEON_FETCH_ENDPOINT: neonUrl });
});
afterEach(async () => {
  await own.market.expectSoundLedger();
  expect(countDeadlocks(own.stack)).toBe(0);
});

const hourMs = 3_600_000;
const [owners, accounts, posts] = [3, 4, 5];

/** Owners with two factories each, whose accounts have posts and are due for a scan. Returns the ids. */
async function aField(at: Date): Promise<{ ownerIds: number[]; factoryIds: number[] }> {
  const ownerIds: number[] = [];
  for (let n = 0; n < owners; n += 1) ownerIds.push(await own.market.aUser(['ADVERTISER']));
  const { rows } = await own.market.pool.query(
    `with factory as (
       insert into factories (owner_id, name, interval_hours, tracking_days, created_at, updated_at)
       select owner, 'A factory', 4, 365, $2, $2 from unnest($1::bigint[]) owner, generate_series(1, 2) returning id
     ), account as (
       insert into factory_accounts (factory_id, platform, handle, external_id, mode, status, posts, turn, due_at, created_at)
       select id, 'YOUTUBE', 'a' || n, 'UC' || n, 'ACCOUNT', 'ACTIVE', $4, 'SCAN', $2, $2 from factory, generate_series(1, $3::int) n
       returning id, factory_id
     ), post as (
       insert into factory_posts (factory_id, account_id, platform, content_id, published_at, found_at)
       select factory_id, id, 'YOUTUBE', 'v' || id || '-' || n, $2, $2 from account, generate_series(1, $4::int) n
     ) select id::int from factory order by id`,
    [ownerIds, at, accounts, posts],
  );
  return { ownerIds, factoryIds: rows.map(({ id }) => id) };
}

/** Claims what is due at a time, and finishes the scans: some fail, some are delivered twice, and some are lost. */
async function scan(at: Date, random: () => number): Promise<void> {
  const leaseEnd = new Date(at.getTime() + 15 * 60_000 + Math.floor(random() * 50));
  await jobs.transaction([expireScans(at)]);
  const everything = platforms.map((platform) => ({ platform, day: '2026-01-01', at, moneyUnits: 1, otherUnits: 1 }));
  const claimed = await claimScans(jobs, {
    ...{ at, leaseEnd, limit: 7, platforms: everything },
    ...{ byKey: platforms, byGrant: [], xReads: 1 },
  });
  for (const { id } of claimed) {
    const chance = random();
    if (chance < 0.15) continue;
    if (chance < 0.3) {
      await retryOnConflict(() => jobs.transaction([...failScans([id], { leaseEnd, at }), failAccounts([id])]));
      continue;
    }
    const answered = Math.floor(random() * (posts + 1));
    const { rows } = await own.market.pool.query(
      `select id::int, content_id from factory_posts where account_id = $1 and gone_scans < 3
         and (last_scanned_at is null or last_scanned_at <= $3::timestamptz - interval '4 hours') order by id limit $2`,
      [id, answered, at],
    );
    const readings = rows.map(({ content_id: contentId }) => ({
      ...{ contentId, isGone: random() < 0.02, title: null, mediaType: null, durationSeconds: null, hashtags: [] },
      ...{ views: Math.floor(random() * 1_000), likes: null, comments: null, saves: null, reasons: {} },
    }));
    // Two parts, each of which may arrive twice. The second one may be lost.
    const nextLease = new Date(leaseEnd.getTime() + 60_000);
    const half = Math.floor(readings.length / 2);
    const record = (from: number, to: number, lease: Date, next: Date | null) =>
      retryOnConflict(() =>
        jobs.transaction([
          recordScan(id, readings.slice(from, to), partUntil(rows[to - 1]?.id ?? 0, next), { leaseEnd: lease, at }),
        ]),
      );
    const first = () => record(0, half, leaseEnd, nextLease);
    await Promise.all(chance < 0.5 ? [first(), first()] : [first()]);
    if (chance > 0.9) continue;
    const last = () => record(half, readings.length, nextLease, null);
    await Promise.all(chance < 0.5 ? [last(), last()] : [last()]);
  }
}

const partUntil = (askedUntil: number, nextLease: Date | null): ScanPart => ({
  ...{ askedUntil, nextLease, source: 'A_SOURCE', viewDefinition: null },
  ...{ jumpFrom: 1_000, jumpFactor: 10 },
});

/** Numbers from 0 to 1, the same for each seed. */
function randomNumbers(): () => number {
  const numbers = fc.sample(fc.noBias(fc.integer({ min: 0, max: 9_999 })), { seed: fuzzSeed, numRuns: 10_000 });
  let drawn = 0;
  return () => (numbers[drawn++ % numbers.length] ?? 0) / 10_000;
}

test('concurrent scans, purchases, grants, pauses and deletions pay each answered post once, and never spend more than was bought', async () => {
  const random = randomNumbers();
  const begin = Date.UTC(2026, 10, 20);
  const { ownerIds, factoryIds } = await aField(new Date(begin));
  for (const id of ownerIds) await own.market.deposit(id, 10_000);
  const staffId = await own.market.aUser(['STAFF']);
  for (const id of ownerIds)
    await own.market.pool.query(`select credit_grant($1, 60, gen_random_uuid()::text, now(), $2)`, [id, staffId]);
  const pick = (ids: readonly number[]) => ids[Math.floor(random() * ids.length)] ?? 0;
  for (let round = 0; round < depth(12, 400); round += 1) {
    const at = new Date(begin + round * 2 * hourMs);
    const buy = (id: number) =>
      own.market.pool.query('select credit_purchase($1, $2, $2::bigint * 1000, gen_random_uuid(), $3)', [
        id,
        1 + Math.floor(random() * 40),
        at,
      ]);
    const grant = (id: number) =>
      own.market.pool.query('select credit_grant($1, 3, gen_random_uuid()::text, $2, $3)', [id, at, staffId]);
    const turn = (id: number, status: string) =>
      own.market.pool.query(
        `update factories set status = $2, pause_reason = case when $2 = 'PAUSED' then 'MANUAL' end, version = version + 1, updated_at = $3
         where id = $1 and deleted_at is null`,
        [id, status, at],
      );
    const removed = round % 4 === 3 ? pick(factoryIds) : 0;
    await Promise.all([
      scan(at, random),
      scan(at, random),
      scan(at, random),
      buy(pick(ownerIds)),
      grant(pick(ownerIds)),
      turn(pick(factoryIds), random() < 0.5 ? 'PAUSED' : 'ACTIVE'),
      turn(pick(factoryIds), 'ACTIVE'),
      own.market.pool.query(
        `update factory_accounts set turn = 'SCAN', due_at = $2 where id = any (array(select id from factory_accounts
           where factory_id = $1 and due_at is not null and turn = 'LISTING' order by id for no key update))`,
        [pick(factoryIds), at],
      ),
      ...(removed === 0
        ? []
        : [
            // One transaction, which locks the factory first, as every caller does.
            own.market.pool.query(
              `select from factories where id = ${removed} for no key update;
               select factory_end_scan_of(min(id), '${at.toISOString()}') from factory_accounts where factory_id = ${removed}`,
            ),
          ]),
    ]);
  }
  const end = new Date(begin + 10_000 * hourMs);
  await jobs.transaction([expireScans(end)]);
  const { rows } = await own.market.pool.query(
    `select (select sum(reserved) from credit_accounts)::int as reserved, (select sum(spent) from credit_accounts)::int as spent,
       (select sum(charged) from factory_scans)::int as charged, (select count(*) from factory_scans where status = 'OPEN')::int as open`,
  );
  expect(rows[0]).toMatchObject({ reserved: 0, open: 0, spent: rows[0].charged });
  expect(rows[0].spent).toBeGreaterThan(0);
});
