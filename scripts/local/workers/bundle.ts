import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { projectRoot } from '../process/project-root.ts';
import { SetupProblem } from '../process/setup-problem.ts';
import { buildFunctions, buildLocal } from './worker-modules.ts';

export const bundleDirectory = path.join(projectRoot, 'dist');

const sources = [
  'functions',
  'schema',
  'db',
  'wrangler.toml',
  'package-lock.json',
  'scripts/local/workers/worker-modules.ts',
  'scripts/local/workers/inside',
  'scripts/build-assets.ts',
  'scripts/style-sheets.ts',
  'scripts/openapi',
];

/** Builds the edge functions into dist/ when a source is newer. */
export function buildIfStale(): void {
  const built = statSync(stamp, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (sources.some((source) => newestChange(path.join(projectRoot, source)) > built)) buildBundle();
}

/** Builds the minified edge functions and their assets, as they are deployed. */
export function buildBundle(): void {
  rmSync(stamp, { force: true });
  const startedAt = new Date();
  buildAssets();
  buildFunctions(bundleDirectory);
  buildLocal(bundleDirectory);
  writeFileSync(stamp, '');
  utimesSync(stamp, startedAt, startedAt);
}

/** Both parts match the sources at its time. wrangler requests only the build of the edge functions, and does not change it. */
const stamp = path.join(bundleDirectory, 'built');

/** The build for `wrangler dev`. */
export const devDirectory = path.join(bundleDirectory, 'dev');

export function runWrangler(args: string[], what: string): void {
  run([wranglerCli(), ...args], what);
}

/** The files that the edge functions serve, and what builds them. */
export const assetsDirectory = path.join(bundleDirectory, 'assets');
export const assetsScript = path.join(projectRoot, 'scripts/build-assets.ts');

function buildAssets(): void {
  mkdirSync(assetsDirectory, { recursive: true });
  run([assetsScript], 'Building the assets');
}

/** wrangler's own entry: bin/wrangler.js would only start it as another process. */
export function wranglerCli(): string {
  const manifest = createRequire(import.meta.url).resolve('wrangler/package.json');
  return path.join(path.dirname(manifest), 'wrangler-dist/cli.js');
}

/** Disables wrangler's output and network requests. */
export const quietWrangler = {
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_SEND_ERROR_REPORTS: 'false',
  WRANGLER_HIDE_BANNER: 'true',
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
};

function run(args: string[], what: string): void {
  const done = spawnSync(process.execPath, ['--no-warnings', ...args], {
    cwd: projectRoot,
    env: { ...process.env, ...quietWrangler },
    encoding: 'utf8',
  });
  if (done.status !== 0) throw new SetupProblem(`${what} failed:\n${done.stdout}${done.stderr}`.trimEnd());
}

function newestChange(file: string): number {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return 0;
  if (!stats.isDirectory()) return stats.mtimeMs;
  // The time of a directory reveals removed files.
  return Math.max(stats.mtimeMs, ...readdirSync(file).map((entry) => newestChange(path.join(file, entry))));
}
