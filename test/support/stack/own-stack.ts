import { afterAll, beforeAll } from 'vitest';
import { type OwnStack, type OwnStackOptions, startStack } from './stack.ts';

/** A temporary stack for one test file, with the resources opened on it. */
export function ownStack<Opened extends { close(): Promise<unknown> }>(
  open: (stack: OwnStack) => Opened,
  isReady: (stack: OwnStack, opened: Opened) => unknown,
  options: OwnStackOptions = {},
): void {
  let own: { readonly stack: OwnStack; readonly opened: Opened } | undefined;
  beforeAll(async () => {
    const stack = await startStack(options);
    own = { stack, opened: open(stack) };
    await isReady(stack, own.opened);
  });
  afterAll(async () => {
    await own?.opened.close();
    await own?.stack.stop();
  });
}
