import { inject } from 'vitest';
import { openForEnrolment } from './enrolled.ts';
import type { StackAddresses } from './stack.ts';

/**
 * The stack of this worker of Vitest, which the test files that need none of their own share, one after the other: no file
 * meets what another one does meanwhile, but each finds what those before it left.
 */
export const shared: StackAddresses = stackOf(Number(process.env.VITEST_POOL_ID));
openForEnrolment(shared);

function stackOf(poolId: number): StackAddresses {
  const stacks = inject('stacks');
  const own = stacks[(poolId - 1) % stacks.length];
  if (!own) throw new Error('test/support/stack/global-setup.ts started no stack');
  return own;
}
