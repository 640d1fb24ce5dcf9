import { inject } from 'vitest';
import { openForEnrolment } from './enrolled.ts';
import type { StackAddresses } from './stack.ts';

/**
 * The stack of this worker of Vitest. Its test files use it one after the other: they never overlap, but each finds the
 * data of earlier files.
 */
export const shared: StackAddresses = stackOf(Number(process.env.VITEST_POOL_ID));
openForEnrolment(shared);

function stackOf(poolId: number): StackAddresses {
  const stacks = inject('stacks');
  const own = stacks[(poolId - 1) % stacks.length];
  if (!own) throw new Error('test/support/stack/global-setup.ts started no stack');
  return own;
}
