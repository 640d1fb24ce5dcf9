import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type EdgeFunction, edgeFunctions } from '../../../functions/settings/index.ts';
import { stylePaths, styleSheets } from '../../style-sheets.ts';
import { projectRoot } from '../process/project-root.ts';
import { assetsDirectory } from './bundle.ts';
import { atOnce, buildLocal, buildModules, directoryOf, localEntries } from './worker-modules.ts';

/** The state of an edge function after a change of the sources. */
export const buildStates = ['rebuilt', 'unchanged', 'failed'] as const;
export type BuildState = (typeof buildStates)[number];
type BuildStates = Record<EdgeFunction, BuildState>;

/** The files that a build has read, and the hash of their contents; null: a file changed while it ran. */
interface ReadFiles {
  readonly files: readonly string[];
  readonly hash: string | null;
}

/**
 * Builds an edge function for `wrangler dev`, and beside it the module that `wrangler dev` starts. It ends early when no file
 * changed that the last build has read. wrangler reloads the function only when its modules differ.
 */
export function buildIfChanged(directory: string, name: EdgeFunction): BuildState {
  const target = directoryOf(directory, name);
  const kept = filesReadBy(directory, name);
  if (kept?.hash != null && kept.hash === hashOf(kept.files)) return 'unchanged';
  const before = existsSync(target) ? hashOf(modulesIn(target)) : null;
  const startedAt = Date.now();
  try {
    atOnce(target, (outdir) => {
      const read = [
        ...buildModules({ worker: `functions/${name}.ts` }, outdir),
        ...buildLocal(outdir, [localEntries.stackTime]),
      ];
      const files = [...new Set([...read, ...builders])];
      const isCurrent = files.every((file) => statSync(path.join(projectRoot, file)).mtimeMs < startedAt);
      const text = JSON.stringify({ files, hash: isCurrent ? hashOf(files) : null } satisfies ReadFiles);
      writeFileSync(path.join(outdir, readFilesName), text);
    });
  } catch {
    return 'failed'; // esbuild has printed its errors
  }
  if (hashOf(modulesIn(target)) !== before) reload(directory, name);
  return 'rebuilt';
}

/** Each edge function, whether it changed or not: one with errors does not stop the others. */
export function buildChanged(directory: string): BuildStates {
  return {
    guest: buildIfChanged(directory, 'guest'),
    auth: buildIfChanged(directory, 'auth'),
    api: buildIfChanged(directory, 'api'),
    jobs: buildIfChanged(directory, 'jobs'),
  };
}

/** The own sources of all builds, and those of the assets, to watch. */
export function watchedFiles(directory: string): string[] {
  const read = edgeFunctions.flatMap((name) => filesReadBy(directory, name)?.files ?? []);
  return [...new Set([...read, ...assetSources()])].filter((file) => !file.startsWith('node_modules/'));
}

/** wrangler reloads an edge function when this file changes. */
export const reloadFile = (name: EdgeFunction): string => `${name}.reload`;

export function reload(directory: string, name: EdgeFunction): void {
  mkdirSync(directory, { recursive: true });
  writeFileSync(path.join(directory, reloadFile(name)), String(Date.now()));
}

/** The hash of the sources of the assets. */
export const hashOfAssets = (): string => hashOf(assetSources());

const readFilesName = 'inputs.json';
const builders = ['scripts/local/workers/worker-modules.ts', 'package-lock.json'];

function filesReadBy(directory: string, name: EdgeFunction): ReadFiles | null {
  try {
    return JSON.parse(readFileSync(path.join(directoryOf(directory, name), readFilesName), 'utf8'));
  } catch {
    return null;
  }
}

/** A removed file counts as a changed one. The addresses of the style sheets are part of each build, see `define`. */
function hashOf(files: readonly string[]): string {
  const hash = createHash('sha256').update(JSON.stringify(stylePaths));
  for (const file of files) {
    const absolute = path.resolve(projectRoot, file);
    hash.update(`\0${file}\0`).update(existsSync(absolute) ? readFileSync(absolute) : '');
  }
  return hash.digest('hex');
}

const modulesIn = (directory: string): string[] =>
  readdirSync(directory)
    .filter((file) => file.endsWith('.js'))
    .sort()
    .map((file) => path.join(directory, file));

/** Pages name a changed sheet before the other assets are built again, which takes some seconds. */
export function writeNewStyleSheets(): void {
  for (const sheet of Object.values(styleSheets)) {
    const file = path.join(assetsDirectory, sheet.path);
    mkdirSync(path.dirname(file), { recursive: true });
    if (!existsSync(file)) writeFileSync(file, sheet.text);
  }
}

const assetSources = (): string[] =>
  [
    ...['schema', 'docs', 'scripts/openapi', 'scripts/reference', 'functions/web/site/browser'].flatMap(filesBelow),
    ...['functions/web/cabinet/browser', 'functions/web/ui'].flatMap(filesBelow).filter(isStyleOrScript),
    ...['scripts/build-assets.ts', 'scripts/local/workers/replace-files.ts', 'scripts/style-sheets.ts', 'package.json'],
  ].sort();

const isStyleOrScript = (file: string): boolean => /\/(browser\/|(cabinet-)?styles)/.test(file);

const filesBelow = (folder: string): string[] =>
  readdirSync(path.join(projectRoot, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(png|webp)$/.test(entry.name))
    .map((entry) => path.relative(projectRoot, path.join(entry.parentPath, entry.name)));
