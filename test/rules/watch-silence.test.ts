import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchSilence } from '../../functions/platform/watch-silence.ts';

/** Timeouts that end when the test says so. */
let timeouts: AbortController[] = [];
beforeEach(() => {
  timeouts = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const controller = new AbortController();
    timeouts.push(controller);
    return controller.signal;
  });
});
afterEach(() => vi.restoreAllMocks());
const timeOut = () => timeouts.at(-1)?.abort();

/** Whether the watch has rejected. */
async function isSilent({ silence }: ReturnType<typeof watchSilence>): Promise<boolean> {
  const seen = silence.catch(() => true);
  return Promise.race([seen, turn(false)]);
}

test('a watch rejects when a whole interval passes without data', async () => {
  const watch = watchSilence(10);
  watch.heard();
  timeOut();
  expect(await isSilent(watch)).toBe(false);
  timeOut();
  expect(await isSilent(watch)).toBe(true);
});

test('a paused watch expects no data, however long the pause is, and a resumed one gives its reader a whole interval', async () => {
  const watch = watchSilence(10);
  watch.pause();
  for (let interval = 0; interval < 3; interval += 1) timeOut();
  watch.resume();
  timeOut();
  expect(await isSilent(watch)).toBe(false);
  timeOut();
  expect(await isSilent(watch)).toBe(true);
});

test('a watch that has ended starts no other timeout', async () => {
  const watch = watchSilence(10);
  watch.end();
  timeOut();
  expect(timeouts).toHaveLength(1);
  expect(await isSilent(watch)).toBe(false);
});

test('a watch that has ended keeps nothing that has raced with it, although its timeout goes on', async () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const raced = async () => {
    const watch = watchSilence(60_000);
    const buffer = await Promise.race([Promise.resolve(new ArrayBuffer(1_000)), watch.silence]);
    watch.end();
    return new WeakRef(buffer);
  };
  const kept = await raced();
  await turn();
  collect();
  expect(kept.deref()).toBeUndefined();
  expect(timeouts).toHaveLength(1);
});
