import { defineConfig } from 'vitest/config';
import { stylePaths } from './scripts/style-sheets.ts';
import { pollTimeout } from './test/support/stack/poll-timeout.ts';

/** These timeouts end hanging tests. They do not check speed. */
const longest = { quick: { pure: 60_000, service: 180_000 }, full: { pure: 600_000, service: 1_200_000 } };

export default defineConfig(({ mode }) => {
  const depth = mode === 'deep' ? 'full' : 'quick';
  const pure = { testTimeout: longest[depth].pure };
  return {
    test: {
      maxWorkers: 2,
      env: { TEST_DEPTH: depth },
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
            setupFiles: ['test/support/stack/each-file.ts'],
            pool: 'forks',
            isolate: false,
            testTimeout: longest[depth].service,
            hookTimeout: longest[depth].service,
            expect: { poll: pollTimeout },
          },
        },
      ],
    },
  };
});
