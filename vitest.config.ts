import { defineConfig } from 'vitest/config';
import { stylePaths } from './scripts/style-sheets.ts';
import { pollTimeout } from './test/support/stack/poll-timeout.ts';

const pure = { testTimeout: 60_000 };

export default defineConfig(({ mode }) => ({
  test: {
    maxWorkers: 2,
    env: { TEST_DEPTH: mode === 'deep' ? 'full' : 'quick' },
    projects: [
      {
        define: stylePaths,
        test: {
          ...pure,
          name: 'pure',
          include: ['test/rules/**/*.test.ts'],
          exclude: ['test/rules/start.test.ts'],
          isolate: false,
        },
      },
      // This test replaces a package and checks what an import evaluates, so it has its own process.
      { define: stylePaths, test: { ...pure, name: 'start', include: ['test/rules/start.test.ts'] } },
      {
        define: stylePaths,
        test: {
          name: 'service',
          include: ['test/{api,guarantees,worker}/**/*.test.ts'],
          globalSetup: ['test/support/stack/global-setup.ts'],
          pool: 'forks',
          isolate: false,
          // These timeouts end hanging tests. They do not check speed.
          testTimeout: 180_000,
          hookTimeout: 180_000,
          expect: { poll: pollTimeout },
        },
      },
    ],
  },
}));
