import { fork } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { projectRoot } from '../process/project-root.ts';
import type { Stoppable } from '../process/running.ts';
import { SetupProblem } from '../process/setup-problem.ts';
import { buildStates, watchedFiles } from './dev-builds.ts';

/** What scripts/build-for-dev.ts sends. */
export const devBuilt = z.object({
  states: z.record(z.string(), z.enum(buildStates)),
  /** The hash of the sources of the assets, when it has built these. */
  assetsHash: z.string().optional(),
});
export type DevBuilt = z.output<typeof devBuilt>;
export type States = DevBuilt['states'];

/** The builds of `npm run dev`, which run again when a source changes. */
export interface DevBuilds extends Stoppable {
  /** Begins to look for changed sources. The listener gets the state of each build after each run. */
  watch(listener: (states: States, seconds: number) => void): void;
}

/** Resolves when everything is built. */
export async function startDevBuilds(directory: string): Promise<DevBuilds> {
  let assetsHash: string | undefined;
  let seen: Stamps = new Map();
  let hasFailed = false;
  const stopped = new AbortController();
  let watching: Promise<void> = Promise.resolve();

  async function build(): Promise<States> {
    // A file that changes during the build differs from its stamp afterwards, so the next look builds it again.
    const before = seen;
    const built = await runBuilds(assetsHash);
    hasFailed = built === null || Object.values(built.states).includes('failed');
    if (built === null) return {};
    assetsHash = built.assetsHash ?? assetsHash;
    seen = new Map([...stampsOf(watchedFiles(directory)), ...before]);
    return built.states;
  }

  async function watchUntilStopped(listener: Parameters<DevBuilds['watch']>[0]): Promise<void> {
    while (!stopped.signal.aborted) {
      await sleep(lookEveryMs);
      const found = stampsOf([...seen.keys()]);
      if (stopped.signal.aborted || [...found].every(([file, stamp]) => seen.get(file) === stamp)) continue;
      seen = found;
      const startedAt = performance.now();
      const states = await build();
      listener(states, (performance.now() - startedAt) / 1_000);
    }
  }

  await build();
  if (hasFailed) throw new SetupProblem('The build failed. See its errors above.');
  return {
    watch(listener) {
      watching = watchUntilStopped(listener);
    },
    async stop() {
      stopped.abort();
      await watching;
    },
  };
}

/** The line that `npm run dev` prints after a change. */
export function lineOf(states: States, seconds: number): string {
  if (Object.keys(states).length === 0) return 'build  failed, see above';
  const parts = buildStates.map((state) => {
    const names = Object.keys(states).filter((name) => states[name] === state);
    return names.length === 0 ? [] : [`${names.join(', ')} ${state}`];
  });
  return `build  ${parts.flat().join('; ')}  ${seconds.toFixed(1)} s`;
}

/** Null: the process failed, and has printed why. */
async function runBuilds(assetsHash = ''): Promise<DevBuilt | null> {
  const child = fork(path.join(projectRoot, 'scripts/build-for-dev.ts'), [assetsHash], {
    cwd: projectRoot,
    execArgv: ['--no-warnings'],
  });
  let built: DevBuilt | null = null;
  child.on('message', (message) => {
    built = devBuilt.parse(message);
  });
  const [status] = await once(child, 'exit');
  return status === 0 ? built : null;
}

/** The time of the last change of each file, its size and its number, which a replaced file changes. */
type Stamps = ReadonlyMap<string, string>;

function stampsOf(files: readonly string[]): Stamps {
  return new Map(
    files.map((file) => {
      const found = statSync(path.join(projectRoot, file), { throwIfNoEntry: false });
      return [file, found === undefined ? '' : `${found.mtimeMs} ${found.size} ${found.ino}`];
    }),
  );
}

/** Looking at two thousand files takes some milliseconds. Events of the file system differ between systems and editors. */
const lookEveryMs = 300;
