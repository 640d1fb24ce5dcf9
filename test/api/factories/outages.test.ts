import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { scansOf } from '../../support/market/scans.ts';
import { simulatorOf } from '../../support/simulator.ts';
import { type OwnMarket, ownMarket } from '../../support/stack/own-market.ts';

let own: OwnMarket;
// Another stack, because these tests move the clock and pause a platform.
let scans: ReturnType<typeof scansOf>;
ownMarket((started) => {
  own = started;
  scans = scansOf(started);
});
afterEach(() => own.market.expectSoundLedger());

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const simulator = () => simulatorOf(own.stack.socialUrl);

/** Lets these times pass, with the work that is due after each. */
async function pass(...steps: readonly number[]): Promise<void> {
  for (const ms of steps) {
    await own.control.moveOn(ms);
    await scans.scanned();
  }
}

const accountsOf = async ({ id }: { readonly id: number }) => {
  const { rows } = await own.market.pool.query(
    `select handle, status, failures, last_scanned_at as "scannedAt" from factory_accounts where factory_id = $1 order by id`,
    [id],
  );
  return rows;
};
const alarms = async () => {
  const before = readFileSync(own.stack.logFile, 'utf8').length;
  await own.control.run('raise-alarms');
  const lines = readFileSync(own.stack.logFile, 'utf8').slice(before).split('\n');
  return lines.filter((line) => line.includes('paused platforms'));
};
const callsFor = async (handle = '') =>
  Object.values(await simulator().callsFor(handle)).reduce((total, count) => total + count, 0);

test('an outage of three days costs no account anything, pauses the platform and raises the alarm, and all are scanned soon after it', async () => {
  const { owner, factory, handles } = await scans.watched(1_000, [2, 2, 1], { intervalHours: 4 });
  await scans.scanned();
  const spent = await scans.debitsOf(owner);
  const fail = (fails: '500' | 'malformed') =>
    Promise.all(handles.map((handle) => scans.publish(handle, 2, { fails })));
  await fail('500');
  await pass(4 * hourMs, 6 * minuteMs, 10 * minuteMs, 15 * minuteMs);
  expect(await alarms()).toEqual([expect.stringContaining('YOUTUBE')]);
  const calls = await callsFor(handles[0]);
  await pass(...Array.from({ length: 6 }, () => 10 * minuteMs));
  expect((await callsFor(handles[0])) - calls, 'a paused platform is asked a few times an hour').toBeLessThan(10);
  await fail('malformed');
  await pass(22 * hourMs, 22 * hourMs, 22 * hourMs);
  expect(await accountsOf(factory)).toMatchObject([1, 2, 3].map(() => ({ status: 'ACTIVE', failures: 0 })));
  expect(await scans.debitsOf(owner)).toEqual(spent);
  expect((await scans.creditsOwned(owner)).reserved).toBe(0);
  for (const handle of handles) await scans.publish(handle, 2);
  const ended = await own.control.now();
  await pass(16 * minuteMs, 10 * minuteMs);
  expect((await accountsOf(factory)).map(({ scannedAt }) => scannedAt > ended)).toEqual([true, true, true]);
  expect(await alarms()).toEqual([]);
  await own.market.pool.query('update factories set deleted_at = $2 where id = $1', [factory.id, ended]);
});

test('accounts that begin to fail for good delay those of other owners by at most one pause', async () => {
  const failing = await scans.watched(1_000, [1, 1, 1], { intervalHours: 4 });
  await scans.scanned();
  await own.control.moveOn(37 * minuteMs);
  const others = await scans.watched(1_000, [1, 1, 1, 1], { intervalHours: 4 });
  await scans.scanned();
  await scans.scanned();
  for (const handle of failing.handles) await scans.publish(handle, 1, { fails: 'malformed' });
  const begun = await own.control.now();
  await own.control.moveOn(3 * hourMs + 20 * minuteMs);
  // Until 20 minutes after the interval of the others.
  for (let minute = 0; minute < 61; minute++) await pass(minuteMs);
  const scanned = (await accountsOf(others.factory)).map(({ status, failures, scannedAt }) => [
    status,
    failures,
    scannedAt > begun,
  ]);
  expect(scanned).toEqual(others.handles.map(() => ['ACTIVE', 0, true]));
  for (const { factory } of [failing, others])
    await own.market.pool.query('update factories set deleted_at = $2 where id = $1', [
      factory.id,
      await own.control.now(),
    ]);
  await own.market.pool.query('delete from platform_windows');
});

test('accounts of one owner that their platform stops showing back off alone, without a pause for others', async () => {
  const failing = await scans.watched(1_000, [1, 1, 1, 1, 1, 1], { intervalHours: 4 });
  const others = await scans.watched(1_000, [1, 1], { intervalHours: 4 });
  await scans.scanned();
  for (const handle of failing.handles) await scans.publish(handle, 1, { isGone: true });
  const begun = await own.control.now();
  await pass(4 * hourMs, minuteMs, 6 * minuteMs, 6 * minuteMs);
  const [failed, shown] = [await accountsOf(failing.factory), await accountsOf(others.factory)];
  expect(shown.map(({ failures, scannedAt }) => [failures, scannedAt > begun])).toEqual([
    [0, true],
    [0, true],
  ]);
  expect(failed.map(({ status, failures }) => [status, failures > 0])).toEqual(failed.map(() => ['ACTIVE', true]));
  const paused = `select from platform_windows where platform = 'YOUTUBE' and bucket like 'outage:%' and closed_until > $1`;
  expect((await own.market.pool.query(paused, [begun])).rowCount).toBe(0);
  for (const { factory } of [failing, others])
    await own.market.pool.query('update factories set deleted_at = $2 where id = $1', [
      factory.id,
      await own.control.now(),
    ]);
  await own.market.pool.query('delete from platform_windows');
});

test('an outage of the lists alone costs no account anything while scans are answered, stops no scan, and raises the alarm', async () => {
  const { factory, handles } = await scans.watched(1_000, [1, 1, 1], { intervalHours: 4 });
  await scans.scanned();
  for (const handle of handles) await scans.publish(handle, 1, { fails: '500-of-lists' });
  for (let n = 0; n < 3; n++) {
    await own.market.pool.query(
      `update factory_accounts set turn = 'SCAN', due_at = $2 where factory_id = $1 and handle = $3`,
      [factory.id, await own.control.now(), handles[2]],
    );
    await pass(4 * hourMs, 10 * minuteMs, 10 * minuteMs, 20 * minuteMs);
  }
  const accounts = await accountsOf(factory);
  expect(accounts).toMatchObject([1, 2, 3].map(() => ({ status: 'ACTIVE', failures: 0 })));
  expect((await own.control.now()).getTime() - accounts[2].scannedAt.getTime()).toBeLessThan(hourMs);
  expect(await alarms()).toEqual([expect.stringContaining('YOUTUBE')]);
  await own.market.pool.query('update factories set deleted_at = $2 where id = $1', [
    factory.id,
    await own.control.now(),
  ]);
  await own.market.pool.query('delete from platform_windows');
});

test('hours of refusals for too many requests cost no account anything, and raise the alarm until an answer', async () => {
  const { owner, factory, handles } = await scans.watched(1_000, [1, 1], { intervalHours: 4 });
  await scans.scanned();
  const spent = await scans.debitsOf(owner);
  for (const handle of handles) await scans.publish(handle, 1, { fails: '429' });
  await pass(4 * hourMs);
  expect(await alarms(), 'one refusal is no outage').toEqual([]);
  await pass(...Array.from({ length: 8 }, () => 10 * minuteMs));
  expect(await alarms()).toEqual([expect.stringContaining('YOUTUBE')]);
  expect(await accountsOf(factory)).toMatchObject([1, 2].map(() => ({ status: 'ACTIVE', failures: 0 })));
  expect(await scans.debitsOf(owner)).toEqual(spent);
  for (const handle of handles) await scans.publish(handle, 1);
  const ended = await own.control.now();
  await pass(2 * minuteMs);
  expect((await accountsOf(factory)).map(({ scannedAt }) => scannedAt > ended)).toEqual([true, true]);
  expect(await alarms()).toEqual([]);
  await own.market.pool.query('update factories set deleted_at = $2 where id = $1', [factory.id, ended]);
});

test('an account that fails alone backs off alone, delays no other one, and keeps its back-off during an outage', async () => {
  const { factory, handles } = await scans.watched(1_000, [1, 1], { intervalHours: 4 });
  await scans.scanned();
  const [poor = '', good = ''] = handles;
  await scans.publish(poor, 1, { fails: '500' });
  const [, { scannedAt: first }] = await accountsOf(factory);
  const times: number[] = [];
  for (const ms of [4 * hourMs, 10 * minuteMs, 20 * minuteMs, 3.5 * hourMs, 4 * hourMs]) {
    await pass(ms);
    const [, { scannedAt }] = await accountsOf(factory);
    times.push(Math.round((scannedAt - first) / hourMs));
  }
  expect(times, 'the hours of its last scan').toEqual([4, 4, 4, 8, 12]);
  const [failing, healthy] = await accountsOf(factory);
  expect(healthy).toMatchObject({ handle: good, status: 'ACTIVE', failures: 0 });
  expect(failing.failures).toBeGreaterThanOrEqual(4);
  expect(await alarms()).toEqual([]);
  await scans.publish(good, 1, { fails: '500' });
  await pass(4 * hourMs, 10 * minuteMs, 20 * minuteMs, 2 * hourMs);
  const [still, blind] = await accountsOf(factory);
  expect(still.failures).toBeLessThanOrEqual(failing.failures + 1);
  expect(blind).toMatchObject({ status: 'ACTIVE', failures: 0 });
  expect(await alarms()).toEqual([expect.stringContaining('YOUTUBE')]);
});
