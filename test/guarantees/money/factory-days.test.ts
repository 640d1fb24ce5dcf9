import { expect, test } from 'vitest';
import { intervalHours } from '../../../schema/factories/factory-terms.ts';
import { watchedWorld } from '../../support/factories/watched-world.ts';
import { randomNumbers } from '../../support/random-numbers.ts';
import { depth, sample } from '../../support/stack/depth.ts';
import { type OwnMarket, ownMarket } from '../../support/stack/own-market.ts';

const dayMs = 86_400_000;
const size = depth(
  { owners: 2, factories: 3, posts: 10, days: 0.6 },
  { owners: 40, factories: 200, posts: 100, days: 10 },
);
const share = { kills: depth(0.1, 0.2), failures: 0.3, recoveries: 0.3, lostReplies: 0.2 };
const longMs = depth(180_000, 3_600_000);

const numbers = randomNumbers();

let own: OwnMarket;
// Each test begins without factories.
ownMarket(
  (made) => {
    own = made;
  },
  { vars: { YOUTUBE_DAILY_UNITS: '10000000' } },
);

test(
  'each answered post is paid once, and nothing else, despite failing platforms, repeated messages and killed consumers',
  async () => {
    const { random, upTo } = numbers;
    const { control, market } = own;
    const world = watchedWorld(own);
    const owners: number[] = [];
    // The credits of some owners last for less than the days.
    for (let n = 0; n < size.owners; n += 1)
      owners.push(await world.anOwner(n % 4 === 0 ? 5 * size.posts : 10_000_000));
    const handles: string[] = [];
    for (let n = 0; n < size.factories; n += 1) {
      const posts = 1 + upTo(2 * size.posts - 2);
      const [ownerId, hours] = [owners[n % size.owners] ?? 0, intervalHours[n % intervalHours.length] ?? 24];
      handles.push(await world.aFactory({ ownerId, intervalHours: hours, posts }));
    }
    const failing = new Set<string>();
    const failSome = async () => {
      for (let n = upTo(size.factories / 12); n >= 0; n -= 1) {
        const handle = handles[upTo(handles.length - 1)] ?? '';
        failing.add(handle);
        await world.fail(handle);
      }
    };
    let kills = 0;
    const kill = async () => {
      kills += 1;
      await control.killRuntimes();
    };
    const end = (await control.now()).getTime() + size.days * dayMs;
    while ((await control.now()).getTime() < end) {
      for (const handle of failing) {
        if (random() >= share.recoveries) continue;
        failing.delete(handle);
        await world.answerAgain(handle);
      }
      await control.queues('hold');
      const messages = await world.lease();
      const events = [
        ...(random() < share.failures ? [failSome] : []),
        ...(messages.length > 0 && (kills === 0 || random() < share.kills) ? [kill] : []),
      ];
      // The commit succeeds, but its consumer does not get to know.
      if (random() < share.lostReplies) await control.neon('drop-next-reply', 'factory_record_scan');
      await deliver(messages, events);
      await control.neon('up');
      // Messages without an acknowledgement are delivered again after half a minute, or after their lease has ended.
      await world.untilDue(random() < 0.5 ? 1 : 24 * 60);
    }
    await world.endScans();
    expect(kills).toBeGreaterThan(0);
    await expectExactCredits();
    expect(await readTooSoon()).toEqual([]);
    await market.expectSoundLedger();
  },
  longMs,
);

/** The queue delivers each message once, and three other consumers get up to three copies of it. The events happen in between. */
async function deliver(messages: readonly object[], events: readonly (() => Promise<void>)[]): Promise<void> {
  const { upTo, shuffled } = numbers;
  const copies = shuffled(messages.flatMap((message) => Array.from({ length: upTo(3) }, () => message)));
  const due = events.map((act) => ({ after: upTo(Math.min(copies.length, 8)), act }));
  let delivered = 0;
  const consume = async () => {
    for (let next = copies.pop(); next !== undefined; next = copies.pop()) {
      delivered += 1;
      const number = delivered;
      // A killed consumer gives no answer.
      const consumed = own.control.deliver([next]).catch(() => undefined);
      for (const { act } of due.filter(({ after }) => after === number)) await act();
      await consumed;
    }
  };
  await own.control.queues('up');
  await Promise.all([
    ...due.filter(({ after }) => after === 0).map(({ act }) => act()),
    ...Array.from({ length: 3 }, consume),
  ]);
  await own.control.untilQueuesAreEmpty();
}

/** Each owner has paid one credit for each measurement, and nothing is reserved. */
async function expectExactCredits(): Promise<void> {
  const { rows } = await own.market.pool.query(
    `select c.balance::int, c.reserved::int, c.spent::int,
       (select sum(case kind when 'CREDIT' then amount else -amount end)::int from credit_entries e where e.owner_id = c.owner_id) as entries,
       (select coalesce(sum(amount), 0)::int from credit_entries e where e.owner_id = c.owner_id and kind = 'DEBIT') as debits,
       (select count(distinct reference)::int from credit_entries e where e.owner_id = c.owner_id and kind = 'DEBIT') as scans,
       (select count(*)::int from credit_entries e where e.owner_id = c.owner_id and kind = 'DEBIT') as "numberOfDebits",
       (select count(*)::int from factory_measurements m join factory_accounts a on a.id = m.account_id join factories f on f.id = a.factory_id
         where f.owner_id = c.owner_id) as answers
     from credit_accounts c`,
  );
  for (const { balance, reserved, spent, entries, debits, scans, numberOfDebits, answers } of rows) {
    expect({ balance, reserved, spent, scans, debits }).toEqual({
      ...{ balance: entries, reserved: 0, spent: debits, scans: numberOfDebits, debits: answers },
    });
    expect(balance).toBeGreaterThanOrEqual(0);
    expect(debits).toBeGreaterThan(0);
  }
  expect(rows.length).toBe(size.owners);
}

/** Readings of a post that follow each other sooner than the interval allows. */
async function readTooSoon(): Promise<object[]> {
  const { rows } = await own.market.pool.query(
    `select post_id, measured_at, waited from (
       select m.post_id, m.measured_at, f.interval_hours, m.measured_at - lag(m.measured_at) over (partition by m.post_id order by m.measured_at) as waited
       from factory_measurements m join factory_accounts a on a.id = m.account_id join factories f on f.id = a.factory_id) read
     where waited < interval_hours * interval '1 hour'`,
  );
  return rows;
}

test(
  'without failures, a post is scanned again after its interval, at most ten minutes late',
  async () => {
    const { control, market } = own;
    await market.pool.query('update factory_accounts set due_at = null');
    const world = watchedWorld(own);
    const ownerId = await world.anOwner(10_000_000);
    // Scans of more than a hundred posts are made in two parts.
    const inParts = sample(
      intervalHours.filter((_, n) => n % 2 === 1),
      1,
    );
    for (const hours of intervalHours)
      await world.aFactory({ ownerId, intervalHours: hours, posts: inParts.includes(hours) ? depth(101, 130) : 3 });
    const end = (await control.now()).getTime() + depth(26, 240) * 3_600_000;
    await control.queues('up');
    while ((await control.now()).getTime() < end) {
      await control.deliver([{ kind: 'take-due-factory-work' }]);
      await control.untilQueuesAreEmpty();
      await world.untilDue(24 * 60);
    }
    const { rows } = await market.pool.query(
      `select interval_hours as "intervalHours", count(waited)::int as readings, min(waited) >= interval_hours * interval '1 hour' as "isLongEnough",
         max(waited) <= interval_hours * interval '1 hour' + interval '10 minutes' as "isInTime"
       from (select m.post_id, f.interval_hours, m.measured_at - lag(m.measured_at) over (partition by m.post_id order by m.measured_at) as waited
         from factory_measurements m join factory_accounts a on a.id = m.account_id join factories f on f.id = a.factory_id where f.owner_id = $1) read
       group by 1 order by 1 desc`,
      [ownerId],
    );
    expect(rows.map(({ readings, ...row }) => row)).toEqual(
      intervalHours.map((hours) => ({ intervalHours: hours, isLongEnough: true, isInTime: true })),
    );
    for (const { readings } of rows) expect(readings).toBeGreaterThan(0);
  },
  longMs,
);
