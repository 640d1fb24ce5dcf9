import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Market } from '../../support/market/market.ts';
import type { controlOf } from '../../support/stack/control.ts';
import { depth } from '../../support/stack/depth.ts';
import { ownMarket } from '../../support/stack/own-market.ts';

/** Jobs leave a tenth of the day to users. */
const [dailyUnits, unitsOfJobs] = [20, 18];
const workers = 16;
const messagesOfEach = 2;

let baseUrl: string;
let market: Market;
let control: ReturnType<typeof controlOf>;
ownMarket(
  (own) => {
    ({ market, control } = own);
    ({ baseUrl } = own.stack);
  },
  { vars: { YOUTUBE_DAILY_UNITS: String(dailyUnits) } },
);

/** A message about each of so many due posts. Each costs one call of one unit. */
async function messages(count: number): Promise<object[]> {
  const leaseEnd = new Date((await control.now()).getTime() + 15 * 60_000);
  const ids = Array.from({ length: count }, () => randomBytes(12).toString('base64url').slice(0, 11));
  const { rows } = await market.pool.query(
    `insert into posts (platform, content_id, due_at, created_at) select 'YOUTUBE', id, $2, now() from unnest($1::text[]) id returning id::int`,
    [ids, leaseEnd],
  );
  const message = { kind: 'measure-posts', platform: 'YOUTUBE', accountId: null, leaseEnd: leaseEnd.toISOString() };
  return rows.map(({ id }) => ({ ...message, ids: [id] }));
}

const spent = async () => (await market.one('select coalesce(sum(used), 0)::int as units from platform_budgets')).units;

test('sixteen workers spend the budget of a platform together, and neither a unit nor a call more', async () => {
  const instances = [baseUrl, ...(await Promise.all(Array.from({ length: depth(1, 3) }, control.anotherInstance)))];
  for (let round = 0; round < depth(1, 20); round += 1) {
    await market.pool.query('delete from platform_budgets');
    await control.resetCounts();
    const due = await messages(workers * messagesOfEach);
    await Promise.all(
      Array.from({ length: workers }, async (_, worker) => {
        for (const message of due.slice(worker * messagesOfEach, (worker + 1) * messagesOfEach))
          await control.deliver([message], instances[worker % instances.length]);
      }),
    );
    expect([await spent(), (await control.counts()).social], `round ${round}`).toEqual([unitsOfJobs, unitsOfJobs]);
  }
});
