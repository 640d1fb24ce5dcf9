import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
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

/** Packages that only some requests need. */
const latePackages = ['oauth4webapi', 'better-auth', '@aws-sdk/client-s3', 'file-type'];

/** Checks the size, the modules of the start and the start time of each built edge function. */
await runAsCommand(import.meta.url, async () => {
  buildIfStale();
  for (const name of edgeFunctions) {
    checkSize(name);
    checkStartModules(name);
    checkStart(name);
  }
});

function checkSize(name: EdgeFunction): void {
  const { sizeLimitKiB } = functionResources[name];
  const modules = modulesOf(bundleDirectory, name).map((module) => module.contents);
  const sizeKiB = gzipSync(modules.join('\n')).length / 1024;
  console.log(`${name}: ${sizeKiB.toFixed(1)} KiB compressed, limit ${sizeLimitKiB} KiB.`);
  if (sizeKiB > sizeLimitKiB) throw new SetupProblem(`${name} is too large. Check its imports.`);
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
