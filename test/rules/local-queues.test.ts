import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { LocalClock } from '../../scripts/local/clock.ts';
import { LocalQueues, type QueueMessage } from '../../scripts/local/queues.ts';

const config = { maxBatchSize: 2, maxRetries: 1, retryDelaySeconds: 30, deadLetterQueue: undefined };
const configs = [
  { ...config, name: 'work', deadLetterQueue: 'dead' },
  { ...config, name: 'dead' },
];

function aClock(): LocalClock {
  const directory = mkdtempSync(path.join(tmpdir(), 'castline-clock-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return new LocalClock(directory);
}

const later = (clock: LocalClock, seconds: number) => clock.move(new Date(clock.now().getTime() + seconds * 1_000));

/** Queues whose consumer records its messages, and retries these bodies. */
function queuesOf(clock: LocalClock, refused: readonly string[] = []) {
  const seen: { queue: string; bodies: unknown[]; attempts: number[] }[] = [];
  const queues = new LocalQueues(configs, clock, async (queue, messages: readonly QueueMessage[]) => {
    seen.push({ queue, bodies: messages.map(({ body }) => body), attempts: messages.map(({ attempts }) => attempts) });
    return messages.filter(({ body }) => refused.includes(String(body))).map(({ id }) => id);
  });
  onTestFinished(() => queues.stop());
  return { queues, seen };
}

test('a queue delivers its messages in batches, in order', async () => {
  const { queues, seen } = queuesOf(aClock());
  queues.send('work', ['a', 'b', 'c']);
  await queues.whenEmpty();
  expect(seen.map(({ bodies }) => bodies)).toEqual([['a', 'b'], ['c']]);
});

test('a delay ends by the clock, and a queue with only delayed messages counts as empty', async () => {
  const clock = aClock();
  const { queues, seen } = queuesOf(clock);
  queues.send('work', ['in an hour'], 3_600);
  await queues.whenEmpty();
  await later(clock, 3_599);
  await queues.whenEmpty();
  expect(seen).toEqual([]);
  await later(clock, 1);
  await queues.whenEmpty();
  expect(seen.map(({ bodies }) => bodies)).toEqual([['in an hour']]);
});

test('a failed message is delivered again after the delay, and is a dead letter after the last retry', async () => {
  const clock = aClock();
  const { queues, seen } = queuesOf(clock, ['bad']);
  queues.send('work', ['good', 'bad']);
  await queues.whenEmpty();
  expect(seen).toHaveLength(1);
  await later(clock, 30);
  await queues.whenEmpty();
  await later(clock, 30);
  await queues.whenEmpty();
  expect(seen.map(({ queue, bodies, attempts }) => [queue, bodies, attempts])).toEqual([
    ['work', ['good', 'bad'], [1, 1]],
    ['work', ['bad'], [2]],
    ['dead', ['bad'], [1]],
    ['dead', ['bad'], [2]],
  ]);
});

test('an unreachable consumer loses no message', async () => {
  const clock = aClock();
  let isDown = true;
  const delivered: unknown[] = [];
  const queues = new LocalQueues(configs, clock, async (_, messages) => {
    if (isDown) throw new Error('the edge function was killed');
    delivered.push(...messages.map(({ body }) => body));
    return [];
  });
  onTestFinished(() => queues.stop());
  queues.send('work', ['a']);
  await queues.whenEmpty();
  isDown = false;
  await later(clock, 30);
  await queues.whenEmpty();
  expect(delivered).toEqual(['a']);
});

test('a held queue accepts messages and delivers none until its release', async () => {
  const { queues, seen } = queuesOf(aClock());
  queues.hold(true);
  queues.send('work', ['a']);
  expect(seen).toEqual([]);
  queues.hold(false);
  await queues.whenEmpty();
  expect(seen.map(({ bodies }) => bodies)).toEqual([['a']]);
});

test('a clock only moves forward', async () => {
  const clock = aClock();
  await later(clock, 3_600);
  const before = clock.aheadMs;
  await expect(later(clock, -1)).rejects.toThrow(RangeError);
  await expect(clock.move(new Date('tomorrow'))).rejects.toThrow(RangeError);
  expect(clock.aheadMs).toBe(before);
});

test('a held clock changes only by moves, and never goes back when it runs again', async () => {
  const clock = aClock();
  await clock.hold(true);
  const heldAt = clock.now().getTime();
  await later(clock, 60);
  await clock.moveOn(500);
  expect(clock.time.heldAt).toBe(heldAt + 60_500);
  expect(clock.now().getTime()).toBe(heldAt + 60_500);
  await clock.hold(false);
  expect(clock.now().getTime()).toBeGreaterThanOrEqual(heldAt + 60_500);
});

test('a clock has the same offset after a restart on the same data', async () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'castline-clock-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const clock = new LocalClock(directory);
  await later(clock, 86_400);
  expect(new LocalClock(directory).aheadMs).toBe(clock.aheadMs);
});

test('a clock that begins in the past reaches the time of the machine, also after a restart', async () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'castline-clock-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const beginsMs = -2 * 86_400_000;
  const clock = new LocalClock(directory, undefined, beginsMs);
  await clock.moveOn(86_400_000);
  expect(new LocalClock(directory, undefined, beginsMs).aheadMs).toBe(-86_400_000);
  await clock.moveOn(86_400_000);
  expect(new LocalClock(directory, undefined, beginsMs).aheadMs).toBe(0);
});
