import type { TestProject } from 'vitest/node';
import { buildIfStale } from '../../../scripts/local/workers/bundle.ts';
import { endIdleHosts, type StackAddresses, startStack } from './stack.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    stacks: readonly StackAddresses[];
  }
}

/** Starts a temporary stack for each worker of Vitest, for the test files without their own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  buildIfStale();
  // The first stack creates the template that the others copy.
  const stacks = [await startStack()];
  const { maxWorkers } = project.vitest.config;
  while (stacks.length < maxWorkers) stacks.push(await startStack());
  project.provide(
    'stacks',
    stacks.map(({ process: _, stop: __, ...addresses }) => addresses),
  );
  return async () => {
    await Promise.all(stacks.map(({ stop }) => stop()));
    await endIdleHosts();
  };
}
