import { defineConfig } from 'vitest/config';
import { patience } from './test/support/patience.ts';

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      { test: { name: 'pure', include: ['test/rules/**/*.test.ts', 'test/imports.test.ts'], testTimeout: 60_000 } },
      {
        test: {
          name: 'service',
          include: ['test/{api,guarantees,worker}/**/*.test.ts'],
          globalSetup: ['test/support/global-setup.ts'],
          pool: 'forks',
          // These end what hangs, and judge nobody's speed.
          testTimeout: 180_000,
          hookTimeout: 180_000,
          expect: { poll: patience },
        },
      },
    ],
  },
});
