import type { TestProject } from 'vitest/node';
import { buildIfStale } from '../../scripts/local/bundle.ts';
import { type StackAddresses, startStack } from './stack.ts';

declare module 'vitest' {
  export interface ProvidedContext extends StackAddresses {}
}

/** One throw-away stack for all test files that do not start their own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  buildIfStale();
  const { process: _, stop, ...addresses } = await startStack();
  for (const name of keysOf(addresses)) project.provide(name, addresses[name]);
  return stop;
}

/** Safe: `addresses` is exactly what the stack's process told. */
function keysOf(addresses: StackAddresses): (keyof StackAddresses)[] {
  return Object.keys(addresses) as (keyof StackAddresses)[];
}
