import { expect, test } from 'vitest';
import type { Cost, PostPage } from '../../../functions/platform/social/social-platform.ts';
import type { FailureKind } from '../../../schema/social-accounts/failure-kinds.ts';
import type { Fault } from '../../../scripts/local/endpoints/social-simulator/simulated-platform.ts';
import { isFullDepth } from '../stack/depth.ts';
import { expectNothingRequested } from './adapter-checks.ts';
import { failureOf } from './failure-of.ts';
import type { OwnPlatform } from './own-platform.ts';

/** A fault of a platform, and how the call of its adapter fails. */
type FaultCase = readonly [fault: Fault, kind: FailureKind];

/** The faults that Instagram, Kick, TikTok, Twitch and X have, without the timeout. */
export const sharedFaults: readonly FaultCase[] = [
  ['429', 'LIMITED'],
  ['500', 'SILENT'],
  ['malformed', 'SILENT'],
  ['expired-token', 'GRANT_REFUSED'],
  ['revoked', 'GRANT_REFUSED'],
  ['scope-missing', 'GRANT_REFUSED'],
];

/** A call that makes one request. */
export interface PaidCall {
  readonly call: () => Promise<unknown>;
  readonly spent: Cost;
  /** The request, by the simulator's name. */
  readonly requested: string;
  /** The faults that this platform has besides the shared ones, or reads otherwise. */
  readonly ownFaults?: readonly FaultCase[];
}

/** Tests how an adapter reads each fault of its platform. */
export function testFaults({ world, meter }: OwnPlatform, { call, spent, requested, ownFaults = [] }: PaidCall): void {
  // It waits for five seconds, and Kick's test covers it at the quick depth.
  const timeout: readonly FaultCase[] = isFullDepth ? [['timeout', 'SILENT']] : [];
  test.each([...new Map([...sharedFaults, ...ownFaults, ...timeout])])(
    'reads the fault %s as %s, after one paid request',
    async (fault, kind) => {
      world.fault = fault;
      expect((await failureOf(call())).kind).toBe(kind);
      expect(meter.spent).toEqual([spent]);
      expect(world.calls).toEqual([requested]);
    },
  );
}

/** Tests that each of these calls asks the meter first. */
export function testRefusingMeter(platform: OwnPlatform, calls: readonly (() => Promise<unknown>)[]): void {
  test('requests nothing when the meter refuses', async () => {
    platform.meter.isEmpty = true;
    await expectNothingRequested(platform, 'OVER_BUDGET', calls);
  });
}

/** Tests that a list ends when its platform returns the cursor that it was given. `page` reads one page of it. */
export function testRepeatedCursor(
  { world }: OwnPlatform,
  page: (cursor: string | undefined) => Promise<PostPage>,
): void {
  test('ends the pages at a repeated cursor', async () => {
    world.fault = 'page-cursor-loop';
    const { next } = await page(undefined);
    expect(next).not.toBeNull();
    expect((await page(next ?? '')).next).toBeNull();
  });
}
