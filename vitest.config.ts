import { defineConfig } from 'vitest/config';
import { pollTimeout } from './test/support/stack/poll-timeout.ts';

const pure = { testTimeout: 60_000 };

export default defineConfig(({ mode }) => ({
  test: {
    maxWorkers: 2,
    env: { TEST_DEPTH: mode === 'deep' ? 'full' : 'quick' },
    projects: [
      {
        test: {
          ...pure,
          name: 'pure',
          include: ['test/rules/**/*.test.ts'],
          exclude: ['test/rules/start.test.ts'],
          isolate: false,
        },
      },
      // It replaces a package, and asks what an import evaluates: in a process of its own.
      { test: { ...pure, name: 'start', include: ['test/rules/start.test.ts'] } },
      {
        test: {
          name: 'service',
          include: ['test/{api,guarantees,worker}/**/*.test.ts'],
          globalSetup: ['test/support/stack/global-setup.ts'],
          pool: 'forks',
          isolate: false,
          // These end what hangs, and judge nobody's speed.
          testTimeout: 180_000,
          hookTimeout: 180_000,
          expect: { poll: pollTimeout },
        },
      },
    ],
  },
}));
