import { expect, test } from 'vitest';
import { retryAfterMs } from '../../../functions/social-accounts/rules.ts';

const minutes = (count: number) => count * 60_000;

test.each([
  [1, 5],
  [2, 10],
  [3, 20],
  [6, 160],
  [7, 320],
  [8, 360],
  [32_767, 360],
])('%i failures in a row pause a channel for %i minutes, at most for the usual interval', (failures, rest) => {
  expect(retryAfterMs(failures, minutes(360))).toBe(minutes(rest));
});
