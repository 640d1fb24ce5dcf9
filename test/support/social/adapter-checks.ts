import { expect } from 'vitest';
import type { Reading } from '../../../functions/platform/social/social-platform.ts';
import type { FailureKind } from '../../../schema/social-accounts/failure-kinds.ts';
import type { CountingMeter } from './counting-meter.ts';
import { failureOf } from './failure-of.ts';
import type { OwnPlatform } from './own-platform.ts';

/** Each of these calls fails as this kind, and none spends or requests anything. */
export async function expectNothingRequested(
  { meter, endpoint }: OwnPlatform,
  kind: FailureKind,
  calls: readonly (() => Promise<unknown>)[],
): Promise<void> {
  meter.clear();
  endpoint.resetCount();
  for (const call of calls) expect((await failureOf(call())).kind).toBe(kind);
  expect([meter.calls, endpoint.count]).toEqual([0, 0]);
}

/** These posts, which exist, are read in one call. None, or one more than these, are refused without a call. */
export async function expectMostInOneCall(
  { meter }: OwnPlatform,
  ids: readonly string[],
  read: (ids: readonly string[]) => Promise<ReadonlyMap<string, Reading>>,
): Promise<void> {
  await expect(read([])).rejects.toThrow('0 posts are not one call');
  await expect(read([...ids, '999'])).rejects.toThrow(`${ids.length + 1} posts are not one call`);
  expect(meter.calls).toBe(0);
  const readings = await read(ids);
  expect([...readings.values()].filter((reading) => typeof reading === 'object')).toHaveLength(ids.length);
}

/** The reported window ends between these seconds from now. */
export function expectWait(report: CountingMeter['reports'][number] | undefined, least: number, most: number): void {
  const waitMs = (report?.resetsAt.getTime() ?? 0) - Date.now();
  expect(waitMs).toBeGreaterThan(least * 1_000);
  expect(waitMs).toBeLessThan(most * 1_000);
}
