import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      { test: { name: 'pure', include: ['test/rules/**/*.test.ts', 'test/imports.test.ts'] } },
      {
        test: {
          name: 'service',
          include: ['test/{api,guarantees,worker}/**/*.test.ts'],
          globalSetup: ['test/support/global-setup.ts'],
          pool: 'forks',
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
