import { expect } from 'vitest';
import { PlatformFailure } from '../../../functions/platform/social/failure.ts';
import { appToken, grantToken } from './plain-world.ts';

/** The failure of a call. Its text must contain no credential. */
export async function failureOf(call: Promise<unknown>): Promise<PlatformFailure> {
  const failure = await call.then(
    () => new Error('the call succeeded'),
    (error: unknown) => error,
  );
  if (!(failure instanceof PlatformFailure)) throw failure;
  const { message, stack, cause } = failure;
  const causes = cause instanceof Error ? [cause.message, cause.stack] : [String(cause)];
  const texts = [message, stack, ...causes, JSON.stringify(failure)].join('\n');
  for (const token of [appToken, grantToken]) expect(texts).not.toContain(token);
  return failure;
}
