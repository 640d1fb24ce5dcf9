import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildSync, type Metafile } from 'esbuild';
import { type EdgeFunction, edgeFunctions } from '../../../functions/settings/index.ts';
import { stylePaths } from '../../style-sheets.ts';
import { projectRoot } from '../process/project-root.ts';

/** The directory of an edge function's modules in the build. */
export const directoryOf = (directory: string, name: EdgeFunction): string => path.join(directory, 'functions', name);

/** The module that workerd starts. */
export const workerEntry = 'worker.js';

/**
 * The edge functions, minified, each with one module for each `import()`: V8 would compile a single file completely at
 * the start.
 */
export function buildFunctions(directory: string): void {
  for (const name of edgeFunctions)
    atOnce(directoryOf(directory, name), (outdir) => buildModules({ worker: `functions/${name}.ts` }, outdir));
}

/** Builds into a new directory, which then replaces the target. */
export function atOnce(target: string, build: (outdir: string) => void): void {
  const outdir = `${target}.${process.pid}`;
  mkdirSync(outdir, { recursive: true });
  try {
    build(outdir);
  } catch (error) {
    for (const made of [outdir, `${outdir}-without-process`]) rmSync(made, { recursive: true, force: true });
    throw error;
  }
  // Replaces the directory atomically, so that a starting edge function finds the modules of one build.
  rmSync(target, { recursive: true, force: true });
  renameSync(outdir, target);
}

/** What esbuild wrote into the modules of a directory; not deployed. */
const metafileName = 'outputs.json';

/** The modules that the local stack starts: each wraps an edge function, and no deployed build has them. */
export const localEntries = { stackTime: 'local.js', machineTime: 'machine-time.js', all: 'all.js' } as const;

/** Returns the files that the build has read. */
export function buildLocal(directory: string, entries: readonly string[] = Object.values(localEntries)): string[] {
  const { metafile } = buildSync({
    absWorkingDir: projectRoot,
    entryPoints: entries.map((entry) => `scripts/local/workers/inside/${path.basename(entry, '.js')}.ts`),
    outdir: directory,
    metafile: true,
    bundle: true,
    format: 'esm',
    target: 'es2024',
    external: ['*/worker.js'],
  });
  return Object.keys(metafile.inputs);
}

/** Builds entries, by the name of their module, like the edge functions. Returns the files that the build has read. */
export function buildModules(entryPoints: Readonly<Record<string, string>>, outdir: string): string[] {
  const replaced = Object.fromEntries(
    Object.entries(readsProcess).map(([name, { file, define }]) => {
      const outfile = path.resolve(projectRoot, `${outdir}-without-process`, `${path.basename(name)}.js`);
      buildWithoutProcess(`node_modules/${name}/${file}`, outfile, define);
      return [name, outfile];
    }),
  );
  const { metafile } = buildSync({
    absWorkingDir: projectRoot,
    entryPoints,
    outdir,
    metafile: true,
    bundle: true,
    splitting: true,
    format: 'esm',
    minify: true,
    sourcemap: true,
    // The same targets as wrangler's own build: workerd, with Node's modules inside.
    target: 'es2024',
    platform: 'browser',
    conditions: ['workerd', 'worker', 'browser'],
    define: { 'process.env.NODE_ENV': '"production"', ...stylePaths },
    external: ['node:*', ...builtinModules],
    alias: { ...absent, ...replaced },
    logLevel: 'warning',
  });
  removeUnused(metafile.outputs);
  writeFileSync(path.resolve(projectRoot, outdir, metafileName), JSON.stringify(metafile.outputs));
  rmSync(path.resolve(projectRoot, `${outdir}-without-process`), { recursive: true });
  return Object.keys(metafile.inputs).filter((input) => !input.includes('-without-process/'));
}

/** esbuild also writes modules that only unused code imports: those unreachable from an entry are removed. */
function removeUnused(outputs: Metafile['outputs']): void {
  const used = new Set(Object.keys(outputs).filter((file) => /worker\.js$/.test(file)));
  for (const file of used) for (const { path: to } of outputs[file]?.imports ?? []) if (to in outputs) used.add(to);
  for (const file of Object.keys(outputs))
    if (!used.has(file.replace(/\.map$/, ''))) rmSync(path.join(projectRoot, file));
}

// Modules that better-auth and @upstash/ratelimit import, and this service never uses. Those of better-auth would be a fifth of its bytes.
const absent = {
  '@better-auth/core/social-providers': './functions/identity/account/absent/social-providers.ts',
  '@better-auth/telemetry': './functions/identity/account/absent/telemetry.ts',
  '@better-auth/memory-adapter': './functions/identity/account/absent/memory-adapter.ts',
  '@upstash/core-analytics': './functions/http/absent/core-analytics.ts',
};

/**
 * These packages read `process` when they are evaluated, and have a fallback: lru-cache for warnings about options, the driver for
 * `nextTick`. workerd would evaluate Node's process and streams for it: 16 ms of each start, or of each first query.
 */
const readsProcess = {
  'lru-cache': { file: 'dist/esm/browser/index.min.js', define: 'process' },
  '@neondatabase/serverless': { file: 'index.mjs', define: 'globalThis.process' },
} as const;

function buildWithoutProcess(entry: string, outfile: string, define: string): void {
  buildSync({
    absWorkingDir: projectRoot,
    entryPoints: [entry],
    outfile,
    format: 'esm',
    define: { [define]: 'undefined' },
  });
}

/** The built modules of an edge function, the started one first. */
export function modulesOf(directory: string, name: EdgeFunction): { path: string; contents: string }[] {
  const built = directoryOf(directory, name);
  const others = readdirSync(built).filter((file) => file.endsWith('.js') && file !== workerEntry);
  return [workerEntry, ...others].map((file) => ({
    path: file,
    contents: readFileSync(path.join(built, file), 'utf8'),
  }));
}

/** Some of the built modules of an edge function. */
interface ModuleGroup {
  /** Their compressed size. */
  readonly bytes: number;
  /** The packages with code in them. */
  readonly packages: ReadonlySet<string>;
}

/** The modules that workerd evaluates at the start of an edge function: the entry and what it imports by a statement. The others are lazy. */
export function startAndLazy(directory: string, name: EdgeFunction): { start: ModuleGroup; lazy: ModuleGroup } {
  const text = readFileSync(path.join(directoryOf(directory, name), metafileName), 'utf8');
  const outputs = Object.entries<Metafile['outputs'][string]>(JSON.parse(text));
  const byFile = new Map(outputs.map(([file, output]) => [path.basename(file), output]));
  const started = new Set([workerEntry]);
  for (const file of started)
    for (const { path: imported, kind } of byFile.get(file)?.imports ?? [])
      if (kind === 'import-statement' && byFile.has(path.basename(imported))) started.add(path.basename(imported));
  const modules = modulesOf(directory, name);
  const groupOf = (isStarted: boolean): ModuleGroup => {
    const group = modules.filter((module) => started.has(module.path) === isStarted);
    const inputs = group.flatMap((module) => Object.entries(byFile.get(module.path)?.inputs ?? {}));
    const written = inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([input]) => packageOf(input));
    return {
      bytes: gzipSync(group.map(({ contents }) => contents).join('\n')).length,
      packages: new Set(written.filter((one) => one !== undefined)),
    };
  };
  return { start: groupOf(true), lazy: groupOf(false) };
}

/** The name of the package that a source file belongs to; undefined for our own. */
const packageOf = (file: string): string | undefined => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1];
