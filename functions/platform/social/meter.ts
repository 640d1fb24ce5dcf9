import { PlatformFailure } from './failure.ts';
import type { Cost, Meter } from './social-platform.ts';

/** Spends the cost of a request that is about to be made; see Meter.spend(). A cost that is not covered is a failure. */
export async function afford(meter: Meter, cost: Cost): Promise<void> {
  if (await meter.spend(cost)) return;
  throw new PlatformFailure('OVER_BUDGET', `the budget of ${cost.bucket} is spent`);
}
