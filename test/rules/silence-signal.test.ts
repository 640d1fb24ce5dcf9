import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { silenceSignal } from '../../functions/platform/silence-signal.ts';

/** Blocks the event loop. */
function beBusy(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

test('data that arrived while the process was busy is accepted after the timeout', async () => {
  const signal = silenceSignal(20);
  const { promise: arrival, resolve } = Promise.withResolvers<string>();
  setTimeout(() => resolve(signal.aborted ? 'too late' : 'in time'), 1);
  beBusy(100);
  expect(await arrival).toBe('in time');
  for (let turns = 0; turns < 5; turns++) await turn();
  expect(signal.aborted).toBe(false);
});

test('a silent peer causes a TimeoutError', async () => {
  const signal = silenceSignal(5);
  await new Promise((resolve) => signal.addEventListener('abort', resolve));
  expect(signal.reason).toMatchObject({ name: 'TimeoutError' });
});
