import { buildIfStale } from '../../../scripts/local/workers/bundle.ts';
import { endIdleHosts, startStack } from './stack.ts';

/** Builds what is stale, and creates the template of the databases before the workers of Vitest copy it at the same time. */
export default async function setup(): Promise<void> {
  buildIfStale();
  const { stop } = await startStack();
  await stop();
  await endIdleHosts();
}
