import { afterEach, describe, expect, test } from 'vitest';
import { refused } from '../../support/contract/expectations.ts';
import { creditsOf } from '../../support/credits.ts';
import { dataOf } from '../../support/market/campaigns.ts';
import { factoriesOf } from '../../support/market/factories.ts';
import type { Market } from '../../support/market/market.ts';
import { signedInAgain } from '../../support/market/people.ts';
import { scansOf } from '../../support/market/scans.ts';
import type { controlOf } from '../../support/stack/control.ts';
import { ownMarket } from '../../support/stack/own-market.ts';
import type { OwnStack } from '../../support/stack/stack.ts';

let stack: OwnStack;
let market: Market;
let control: ReturnType<typeof controlOf>;
// Another stack, because these tests move the clock.
let scans: ReturnType<typeof scansOf>;
ownMarket((own) => {
  ({ stack, market, control } = own);
  scans = scansOf(own);
});
afterEach(async () => {
  await market.expectSoundLedger();
  await scans.rest();
});

const hourMs = 3_600_000;

const rowOf = ({ id }: { readonly id: number }) =>
  market.one('select status, pause_reason, version, spent_credits::int as spent from factories where id = $1', [id]);
const accountsOf = async ({ id }: { readonly id: number }) =>
  (
    await market.pool.query(
      `select turn, due_at as "dueAt", last_scanned_at as "lastScannedAt", failures from factory_accounts where factory_id = $1 order by id`,
      [id],
    )
  ).rows;

describe('a factory without credits', () => {
  test('exactly the accounts that the credits cover are scanned, then the factory pauses, and new credits resume it', async () => {
    const { owner, factory } = await scans.watched(4, [3, 3]);
    await scans.scanned();
    expect(await scans.debitsOf(owner)).toEqual([3]);
    // The second scan has waited for what was reserved for the first one.
    expect(await rowOf(factory)).toMatchObject({ status: 'ACTIVE' });
    await control.moveOn(61_000);
    await scans.everyMinute();
    expect(await rowOf(factory)).toEqual({ status: 'PAUSED', pause_reason: 'NO_CREDITS', version: 2, spent: 3 });
    expect((await accountsOf(factory)).map(({ dueAt }) => dueAt)).toEqual([null, null]);
    await creditsOf(market).addCredits(owner.userId, 10);
    expect(await rowOf(factory)).toMatchObject({ status: 'ACTIVE', version: 3 });
    await scans.everyMinute();
    expect(await scans.debitsOf(owner)).toEqual([3, 3]);
    expect(await scans.creditsOwned(owner)).toEqual({ balance: 8, reserved: 0 });
  });

  test('a factory whose owner never had credits pauses when its first scan is due', async () => {
    const { factory } = await scans.watched(0, [1]);
    await scans.scanned();
    expect(await rowOf(factory)).toMatchObject({ status: 'PAUSED', pause_reason: 'NO_CREDITS' });
  });

  test('a factory whose last scan has spent exactly all credits pauses when the next one is due, and says how many it needs', async () => {
    const { owner, factory } = await scans.watched(3, [3]);
    await scans.scanned();
    expect(await scans.creditsOwned(owner)).toEqual({ balance: 0, reserved: 0 });
    expect(await rowOf(factory)).toMatchObject({ status: 'ACTIVE' });
    await control.moveOn(25 * hourMs);
    await scans.everyMinute();
    const again = await signedInAgain(stack.baseUrl, owner);
    const [paused] = dataOf(await again.keyed.get('/factories'));
    expect(paused).toMatchObject({ status: 'PAUSED', pauseReason: 'NO_CREDITS', neededCredits: 3 });
    const start = await again.api.patch(`/factories/${factory.id}`, {
      ...{ expectedVersion: paused.version, status: 'ACTIVE' },
    });
    expect(refused(start, 'INVALID_STATE').message).toContain('needs 3 credits, and you have 0');

    await creditsOf(market).addCredits(owner.userId, 3, await control.now());
    await scans.scanned();
    expect(await scans.debitsOf(owner)).toEqual([3, 3]);
  });

  test('a factory whose next scan the credits do not cover says how many it needs, and starts only with them', async () => {
    const { owner, factory } = await scans.watched(1, [4]);
    await scans.scanned();
    const shown = async () => dataOf(await owner.keyed.get('/factories'))[0];
    const paused = await shown();
    expect(paused).toMatchObject({ status: 'PAUSED', pauseReason: 'NO_CREDITS', neededCredits: 4 });
    const start = (version: number) =>
      owner.api.patch(`/factories/${factory.id}`, { expectedVersion: version, status: 'ACTIVE' });
    const refusal = refused(await start(paused.version), 'INVALID_STATE');
    expect(refusal).toMatchObject({ status: 'NO_CREDITS', allowedActions: ['purchase'] });
    expect(refusal.message).toContain('needs 4 credits, and you have 1');
    await creditsOf(market).addCredits(owner.userId, 2);
    expect(await shown()).toEqual(paused);
    refused(await start(paused.version), 'INVALID_STATE');
    await creditsOf(market).addCredits(owner.userId, 1);
    expect(await shown()).toMatchObject({ status: 'ACTIVE', pauseReason: null, neededCredits: null });
    await scans.everyMinute();
    expect(await scans.debitsOf(owner)).toEqual([4]);
    expect(await rowOf(factory)).toMatchObject({ status: 'ACTIVE' });
  });

  test('a scan that is due later, or after a listing, does not let a factory start whose due scan is not covered', async () => {
    const { owner, factory } = await scans.watched(6, [2, 5]);
    await scans.scanned();
    await control.moveOn(61_000);
    await scans.everyMinute();
    const [paused] = dataOf(await owner.keyed.get('/factories'));
    expect(paused).toMatchObject({ pauseReason: 'NO_CREDITS', neededCredits: 5 });
    const start = async () =>
      (await signedInAgain(stack.baseUrl, owner)).api.patch(`/factories/${factory.id}`, {
        ...{ expectedVersion: paused.version, status: 'ACTIVE' },
      });
    expect(refused(await start(), 'INVALID_STATE').message).toContain('needs 5 credits, and you have 4');
    await control.moveOn(24 * hourMs);
    expect(refused(await start(), 'INVALID_STATE').message).toContain('needs 5 credits, and you have 4');
    await creditsOf(market).addCredits(owner.userId, 1);
    await scans.everyMinute();
    expect(await scans.debitsOf(owner)).toEqual([2, 5]);
  });

  test('a gone post that is asked for again is among the credits that the next scan needs', async () => {
    const { owner, factory, handles } = await scans.watched(13, [3], { intervalHours: 24 });
    await scans.scanned();
    await scans.publish(handles[0] ?? '', 2);
    for (let day = 0; day < 4; day += 1) {
      await control.moveOn(24 * hourMs + 1_000);
      await scans.scanned();
    }
    expect(await scans.debitsOf(owner)).toEqual([3, 3, 3, 3]);
    const shown = async () => {
      const [{ status, neededCredits }] = dataOf(
        await (await signedInAgain(stack.baseUrl, owner)).keyed.get('/factories'),
      );
      return { status, neededCredits };
    };
    expect(await shown()).toEqual({ status: 'PAUSED', neededCredits: 2 });
    await control.moveOn(72 * hourMs);
    expect(await shown()).toEqual({ status: 'PAUSED', neededCredits: 3 });
    await creditsOf(market).addCredits(owner.userId, 1, await control.now());
    expect(await shown()).toEqual({ status: 'PAUSED', neededCredits: 3 });
    await creditsOf(market).addCredits(owner.userId, 1, await control.now());
    await scans.scanned();
    expect(await rowOf(factory)).toMatchObject({ status: 'ACTIVE' });
    expect(await scans.debitsOf(owner), 'the gone post costs nothing').toEqual([3, 3, 3, 3, 2]);
    expect(await scans.creditsOwned(owner)).toEqual({ balance: 1, reserved: 0 });
  });

  test('one of two factories that restart on credits for one is scanned, and the other pauses again', async () => {
    const { owner, factory } = await scans.watched(0, [3]);
    const { aFactory, add } = factoriesOf(stack.baseUrl);
    const other = await aFactory(owner);
    await scans.publish('second-of-two', 3);
    dataOf(await add(owner, other, { handle: 'second-of-two' }), 201);
    await scans.scanned();
    const states = async () => [await rowOf(factory), await rowOf(other)].map(({ pause_reason: reason }) => reason);
    expect(await states()).toEqual(['NO_CREDITS', 'NO_CREDITS']);
    await creditsOf(market).addCredits(owner.userId, 3);
    for (let minute = 0; minute < 3; minute += 1) {
      await scans.everyMinute();
      await control.moveOn(61_000);
    }
    expect(await states()).toEqual([null, 'NO_CREDITS']);
    expect(await scans.debitsOf(owner)).toEqual([3]);
    expect(await scans.creditsOwned(owner)).toEqual({ balance: 0, reserved: 0 });
    const [waiting] = dataOf(await owner.keyed.get('/factories')).filter(({ id }: { id: number }) => id === other.id);
    expect(waiting).toMatchObject({ status: 'PAUSED', neededCredits: 3 });
    await creditsOf(market).addCredits(owner.userId, 3);
    await scans.everyMinute();
    expect(await states()).toEqual([null, null]);
    expect(await scans.debitsOf(owner)).toEqual([3, 3]);
  });

  /** A factory with a scan that holds the credits, and another one of the same owner. */
  async function besideAnOpenScan(amount: number, held: number, others: readonly number[]) {
    const { owner, handles } = await scans.watched(amount, [held]);
    const { aFactory, add } = factoriesOf(stack.baseUrl);
    const other = await aFactory(owner);
    const scanning = handles[0] ?? '';
    for (const [n, count] of others.entries()) {
      await scans.publish(`${scanning}-${n}`, count);
      dataOf(await add(owner, other, { handle: `${scanning}-${n}` }), 201);
    }
    await scans.everyMinute();
    await control.queues('hold');
    await control.deliver([{ kind: 'take-due-factory-work' }]);
    expect(await scans.creditsOwned(owner)).toEqual({ balance: amount, reserved: held });
    /** Ends the scan, and lets another minute pass. */
    const end = async (changes: object) => {
      await scans.publish(scanning, held, changes);
      await control.queues('up');
      await control.untilQueuesAreEmpty();
      await control.moveOn(61_000);
      await scans.everyMinute();
    };
    return { owner, other, end };
  }

  test('a factory waits while a scan of another one holds the credits of one of its accounts, although none cover the other account', async () => {
    const { owner, other, end } = await besideAnOpenScan(10, 8, [12, 5]);
    expect(await rowOf(other)).toMatchObject({ status: 'ACTIVE' });
    await end({ fails: '500' });
    expect(await scans.debitsOf(owner)).toEqual([5]);
    expect(await scans.creditsOwned(owner)).toEqual({ balance: 5, reserved: 0 });
  });

  test('a factory that waits for the credits of a scan pauses when the scan spends them', async () => {
    const { owner, other, end } = await besideAnOpenScan(10, 8, [12, 5]);
    await end({});
    expect(await scans.debitsOf(owner)).toEqual([8]);
    expect(await rowOf(other)).toMatchObject({ status: 'PAUSED', pause_reason: 'NO_CREDITS' });
  });

  test('a purchase resumes a factory that the credits cover once a scan returns them, and it pauses once more if the scan spends them', async () => {
    for (const [changes, debits, state] of [
      [{ fails: '500' }, [9], { status: 'ACTIVE', version: 3 }],
      [{}, [8], { status: 'PAUSED', pause_reason: 'NO_CREDITS', version: 4 }],
    ] as const) {
      const { owner, other, end } = await besideAnOpenScan(8, 8, [9]);
      expect(await rowOf(other)).toMatchObject({ status: 'PAUSED', pause_reason: 'NO_CREDITS', version: 2 });
      await creditsOf(market).addCredits(owner.userId, 1, await control.now());
      await end(changes);
      expect(await scans.debitsOf(owner)).toEqual(debits);
      expect(await rowOf(other)).toMatchObject(state);
      await scans.rest();
    }
  });

  test('two concurrent claims reserve the credits of an account once', async () => {
    const { owner } = await scans.watched(5, [3]);
    await scans.everyMinute();
    await control.queues('hold');
    await control.deliver([{ kind: 'take-due-factory-work' }, { kind: 'take-due-factory-work' }]);
    expect(await scans.creditsOwned(owner)).toEqual({ balance: 5, reserved: 3 });
    await control.queues('up');
    await control.untilQueuesAreEmpty();
    expect(await scans.debitsOf(owner)).toEqual([3]);
  });
});
