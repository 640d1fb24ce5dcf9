import { readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { buildSync } from 'esbuild';
import { projectRoot } from './project-root.ts';

/** The module that workerd starts, in the directory of the build. */
export const workerEntry = 'worker/worker.js';

/**
 * The Worker, minified, in as many modules as it has `import()`: of one file V8 would compile at the start what only some
 * requests come by.
 */
export function buildWorker(directory: string): void {
  atOnce(path.join(directory, path.dirname(workerEntry)), (outdir) =>
    buildModules({ worker: 'functions/worker.ts' }, outdir),
  );
}

/** The same, and beside it the module that `wrangler dev` starts; gives that module's file. */
export function buildForDev(directory: string): string {
  atOnce(directory, (outdir) => {
    buildModules({ worker: 'functions/worker.ts' }, outdir);
    buildLocal(outdir);
  });
  return path.join(directory, localEntry);
}

function atOnce(target: string, build: (outdir: string) => void): void {
  const outdir = `${target}.${process.pid}`;
  build(outdir);
  // At once and whole: whoever starts a Worker meanwhile finds the modules of one build.
  rmSync(target, { recursive: true, force: true });
  renameSync(outdir, target);
}

/** The module that the local stack starts: it is around the Worker, and no deployed build has it. */
export const localEntry = 'local.js';

export function buildLocal(directory: string): void {
  buildSync({
    absWorkingDir: projectRoot,
    entryPoints: ['scripts/local/inside/local.ts'],
    outfile: path.join(directory, localEntry),
    bundle: true,
    format: 'esm',
    target: 'es2024',
    external: ['./worker.js'],
  });
}

/** Entries, by the name of their module, as the Worker is built. */
export function buildModules(entryPoints: Readonly<Record<string, string>>, outdir: string): void {
  buildSync({
    absWorkingDir: projectRoot,
    entryPoints,
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    minify: true,
    sourcemap: true,
    // What wrangler itself builds for: workerd, with Node's modules inside.
    target: 'es2024',
    platform: 'browser',
    conditions: ['workerd', 'worker', 'browser'],
    define: { 'process.env.NODE_ENV': '"production"' },
    external: ['node:*', ...builtinModules],
    alias: absent,
    logLevel: 'warning',
  });
}

// What better-auth imports and this service never uses; it would be a fifth of better-auth's bytes.
const absent = {
  '@better-auth/core/social-providers': './functions/account/absent/social-providers.ts',
  '@better-auth/telemetry': './functions/account/absent/telemetry.ts',
  '@better-auth/memory-adapter': './functions/account/absent/memory-adapter.ts',
};

/** The built modules, the one that is started first. */
export function workerModules(directory: string): { path: string; contents: string }[] {
  const built = path.join(directory, path.dirname(workerEntry));
  const entry = path.basename(workerEntry);
  const others = readdirSync(built).filter((name) => name.endsWith('.js') && name !== entry);
  return [entry, ...others].map((name) => ({ path: name, contents: readFileSync(path.join(built, name), 'utf8') }));
}
