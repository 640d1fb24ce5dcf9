import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { type EdgeFunction, edgeFunctions } from '../functions/settings/index.ts';
import { configFile } from './deploy/configs.ts';
import { functionResources } from './deploy/functions.ts';
import { runAsCommand } from './local/process/command.ts';
import { SetupProblem } from './local/process/setup-problem.ts';
import { buildIfStale, bundleDirectory, runWrangler } from './local/workers/bundle.ts';
import { activeMilliseconds } from './local/workers/startup-profile.ts';
import { modulesOf, startAndLazy } from './local/workers/worker-modules.ts';

const startupLimitMs = 60;
const attempts = 8;
/** The module that workerd starts, of each edge function. */
const entryLimitKiB = 200;
/** A style sheet or a script of the pages. */
const assetLimitKiB = 15;

/** Packages that only some requests need. */
const latePackages = ['oauth4webapi', 'better-auth', '@aws-sdk/client-s3', 'file-type'];

/** Checks the size, the modules of the start and the start time of each built edge function, and the files of the pages. */
await runAsCommand(import.meta.url, async () => {
  buildIfStale();
  checkAssets();
  for (const name of edgeFunctions) {
    checkSize(name);
    checkStartModules(name);
    checkStart(name);
  }
});

function compressedKiB(contents: string): number {
  return gzipSync(contents).length / 1024;
}

function checkAssets(): void {
  const directory = path.join(bundleDirectory, 'assets', 'site');
  for (const file of readdirSync(directory).filter((one) => /\.(css|js)$/.test(one))) {
    const sizeKiB = compressedKiB(readFileSync(path.join(directory, file), 'utf8'));
    console.log(`${file}: ${sizeKiB.toFixed(1)} KiB compressed, limit ${assetLimitKiB} KiB.`);
    if (sizeKiB > assetLimitKiB) throw new SetupProblem(`${file} is too large for a page.`);
  }
}

function checkSize(name: EdgeFunction): void {
  const { sizeLimitKiB } = functionResources[name];
  const [entry = '', ...others] = modulesOf(bundleDirectory, name).map((module) => module.contents);
  const sizeKiB = compressedKiB([entry, ...others].join('\n'));
  const entryKiB = compressedKiB(entry);
  console.log(
    `${name}: ${sizeKiB.toFixed(1)} KiB compressed, limit ${sizeLimitKiB} KiB; its entry ${entryKiB.toFixed(1)}, limit ${entryLimitKiB} KiB.`,
  );
  if (sizeKiB > sizeLimitKiB) throw new SetupProblem(`${name} is too large. Check its imports.`);
  if (entryKiB > entryLimitKiB) throw new SetupProblem(`The entry of ${name} is too large. Check its imports.`);
}

function checkStartModules(name: EdgeFunction): void {
  const { startLimitKiB } = functionResources[name];
  const { start, lazy } = startAndLazy(bundleDirectory, name);
  const startKiB = start.bytes / 1024;
  const late = latePackages.filter((one) => lazy.packages.has(one)).join(', ') || 'none of the large packages';
  console.log(
    `${name}: the start evaluates ${startKiB.toFixed(1)} KiB compressed, limit ${startLimitKiB} KiB; ${(lazy.bytes / 1024).toFixed(1)} KiB with ${late} load later.`,
  );
  const early = latePackages.filter((one) => start.packages.has(one));
  if (early.length > 0) throw new SetupProblem(`The start of ${name} evaluates ${early.join(', ')}. Use import().`);
  if (startKiB > startLimitKiB) throw new SetupProblem(`The start of ${name} is too large. Check its imports.`);
}

// Other load only increases a measurement, so the smallest one counts.
function checkStart(name: EdgeFunction): void {
  const directory = mkdtempSync(path.join(tmpdir(), 'castline-bundle-'));
  try {
    const upload = path.join(directory, 'worker.bundle');
    const config = configFile('production', name);
    runWrangler(['deploy', '--config', config, '--dry-run', '--outfile', upload], `Preparing ${name}`);
    const measurements: number[] = [];
    for (let attempt = 0; attempt < attempts && !measurements.some((ms) => ms <= startupLimitMs); attempt++)
      measurements.push(measureStart(directory, upload));
    const text = measurements.map((ms) => ms.toFixed(1)).join(', ');
    console.log(`${name}: the start takes ${text} ms of CPU time, limit ${startupLimitMs} ms.`);
    if (Math.min(...measurements) > startupLimitMs)
      throw new SetupProblem(`${name} starts too slowly. Check the work of its imports.`);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Nothing is measured when the machine is too busy for wrangler, which waits ten seconds. */
function measureStart(directory: string, upload: string): number {
  const profile = path.join(directory, 'startup.cpuprofile');
  try {
    runWrangler(['check', 'startup', '--worker', upload, '--outfile', profile], 'Measuring a start');
  } catch (error) {
    if (error instanceof SetupProblem && error.message.includes('timed out')) return Number.POSITIVE_INFINITY;
    throw error;
  }
  return activeMilliseconds(readFileSync(profile, 'utf8'));
}
