import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

/** The CPU time that the start of an edge function may take. */
const startLimitMs = 60;
/** A start that takes longer, as on a slow or busy machine, may take so many times as long as that of the reference: 60 ms where it takes 33. */
const ratioLimit = 1.8;
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
  const directory = mkdtempSync(path.join(tmpdir(), 'castline-reference-'));
  try {
    const measureReference = referenceIn(directory);
    for (const name of edgeFunctions) {
      checkSize(name);
      checkStartModules(name);
      checkStart(name, measureReference);
    }
  } finally {
    rmSync(directory, { recursive: true, force: true });
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

/**
 * Measures the start of an edge function. If that is over its limit, the machine may be slow or busy: then compares it with the start of a worker
 * that stays the same, measured right after it. The best attempt counts: a machine that is fast for one moment must not decide alone.
 */
function checkStart(name: EdgeFunction, measureReference: () => number | null): void {
  const directory = mkdtempSync(path.join(tmpdir(), 'castline-bundle-'));
  try {
    const measure = startOf(configFile('production', name), directory);
    for (let attempt = 0; attempt < attempts; attempt++) {
      const start = measure();
      if (start === null) continue;
      console.log(`${name}: the start takes ${start.toFixed(1)} ms of CPU time, limit ${startLimitMs} ms.`);
      if (start <= startLimitMs) return;
      const reference = measureReference();
      if (reference === null) continue;
      const ratio = start / reference;
      console.log(`${name}: that is ${ratio.toFixed(2)} times the reference, limit ${ratioLimit}.`);
      if (ratio <= ratioLimit) return;
    }
    throw new SetupProblem(`${name} starts too slowly. Check the work of its imports.`);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/**
 * Prepares the upload of a worker, and returns the measurement of its start in milliseconds of CPU time: null when the machine is too busy for
 * wrangler, which waits ten seconds.
 */
function startOf(config: string, directory: string): () => number | null {
  const upload = path.join(directory, 'worker.bundle');
  const profile = path.join(directory, 'startup.cpuprofile');
  runWrangler(['deploy', '--config', config, '--dry-run', '--outfile', upload], `Preparing ${config}`);
  return () => {
    try {
      runWrangler(['check', 'startup', '--worker', upload, '--outfile', profile], 'Measuring a start');
    } catch (error) {
      if (error instanceof SetupProblem && error.message.includes('timed out')) return null;
      throw error;
    }
    return activeMilliseconds(readFileSync(profile, 'utf8'));
  };
}

/** A worker whose start compiles and evaluates classes, expressions and JSON, as the imports of the edge functions do. */
function referenceIn(directory: string): () => number | null {
  const parts = Array.from(
    { length: 1_000 },
    (_, n) =>
      `class C${n} { constructor(a) { this.a = a } of(b) { return this.a + b + ${n} } } all.push(new C${n}(${n}).of(1), /^[a-z]{${n % 9}}$/u, JSON.parse('{"n":${n}}'));`,
  );
  writeFileSync(
    path.join(directory, 'worker.js'),
    `const all = [];\n${parts.join('\n')}\nexport default { fetch: () => new Response(String(all.length)) };\n`,
  );
  const config = path.join(directory, 'wrangler.json');
  const settings = { name: 'reference', main: 'worker.js', no_bundle: true, compatibility_date: '2026-10-20' };
  writeFileSync(config, JSON.stringify(settings));
  return startOf(config, directory);
}
