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

/** Lets this time pass, with the work of each half an hour. */
async function pass(ms: number, stepMs = 30 * minuteMs): Promise<void> {
  for (let passed = 0; passed < ms; passed += stepMs) {
    await own.control.moveOn(stepMs);
    await scans.scanned();
  }
}

const accountsOf = async ({ id }: { readonly id: number }) => {
  const { rows } = await own.market.pool.query(
    `select handle, status, failures, last_scanned_at as "scannedAt", due_at as "dueAt" from factory_accounts where factory_id = $1 order by id`,
    [id],
  );
  return rows;
};
const alarms = async () => {
  const before = readFileSync(own.stack.logFile, 'utf8').length;
  await own.control.fireCron('*/5 * * * *');
  const lines = readFileSync(own.stack.logFile, 'utf8').slice(before).split('\n');
  return lines.filter((line) => line.includes('paused platforms'));
};

const outages = {
  'answers 500': { fails: '500' },
  'sends malformed answers': { fails: 'malformed' },
} as const;

test.each(Object.entries(outages))(
  'a platform that %s for three days costs no account anything, and all are scanned within their interval after it',
  async (_, fault) => {
    const { owner, factory, handles } = await scans.watched(1_000, [2, 2, 1], { intervalHours: 4 });
    await scans.scanned();
    const spent = await scans.debitsOf(owner);
    for (const handle of handles) await scans.publish(handle, 2, fault);
    await pass(6 * hourMs);
    expect(await alarms()).toEqual([expect.stringContaining('YOUTUBE')]);
    await pass(66 * hourMs, 6 * hourMs);
    expect(await accountsOf(factory)).toMatchObject([1, 2, 3].map(() => ({ status: 'ACTIVE', failures: 0 })));
    expect(await scans.debitsOf(owner)).toEqual(spent);
    expect((await scans.creditsOwned(owner)).reserved).toBe(0);
    const calls = await simulator().callsFor(handles[0] ?? '');
    await pass(hourMs);
    const later = await simulator().callsFor(handles[0] ?? '');
    const sum = (of: Record<string, number>) => Object.values(of).reduce((total, count) => total + count, 0);
    expect(sum(later) - sum(calls), 'a paused platform is asked a few times an hour').toBeLessThan(10);
    for (const handle of handles) await scans.publish(handle, 2);
    const ended = await own.control.now();
    await pass(4 * hourMs);
    const after = await accountsOf(factory);
    expect(after.map(({ scannedAt }) => scannedAt > ended)).toEqual([true, true, true]);
    expect(await alarms()).toEqual([]);
    await own.market.pool.query('update factories set deleted_at = $2 where id = $1', [factory.id, ended]);
  },
);

test('an account that fails alone backs off alone, and keeps its back-off during an outage', async () => {
  const { factory, handles } = await scans.watched(1_000, [1, 1], { intervalHours: 4 });
  await scans.scanned();
  const [poor = '', good = ''] = handles;
  await scans.publish(poor, 1, { fails: '500' });
  await pass(12 * hourMs, 15 * minuteMs);
  const [failing, healthy] = await accountsOf(factory);
  expect(healthy).toMatchObject({ handle: good, status: 'ACTIVE', failures: 0 });
  expect(healthy.scannedAt.getTime()).toBeGreaterThan((await own.control.now()).getTime() - 6 * hourMs);
  expect(failing.failures).toBeGreaterThan(0);
  await scans.publish(good, 1, { fails: '500' });
  await pass(6 * hourMs);
  const [still, blind] = await accountsOf(factory);
  expect(still.failures).toBe(failing.failures);
  expect(blind).toMatchObject({ status: 'ACTIVE' });
  expect(blind.failures).toBeLessThan(2);
});
