import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';
import { operations } from '../functions/operations.ts';
import manifest from '../package.json' with { type: 'json' };
import { replaceFiles } from './local/workers/replace-files.ts';
import { buildDocument } from './openapi/document.ts';
import { stylePaths, styleSheets } from './style-sheets.ts';

/**
 * Builds dist/assets: the OpenAPI document, the pages of the API reference, the page `/docs/try` with its scripts, the guides, and the
 * pictures and style sheets of the other pages.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const target = path.join(root, 'dist/assets');
const browser = path.join(root, 'functions/web/site/browser');

const files = new Map<string, string | Buffer>();
// A round trip through JSON drops undefined values.
const json = JSON.stringify(buildDocument(operations, manifest.version));
files.set('openapi.json', json);

const styles = ['layout', 'operations', 'screens'].map((part) => own(`reference-${part}.css`)).join('');
const scripts = {
  ...tryScripts(),
  'try.js': own('try.js'),
  'memory-storage.js': own('memory-storage.js'),
  'reference.css': styles,
};
// The folder is named by its content, so it can be cached for ever.
const folder = `docs/${hashOf(scripts)}`;
for (const [name, text] of Object.entries(scripts)) files.set(`${folder}/${name}`, text);
for (const name of ['icon.svg', 'card.png']) files.set(`site/${name}`, readFileSync(path.join(browser, name)));
const [cabinet] = buildSync({
  ...{ entryPoints: [path.join(root, 'functions/web/cabinet/browser/cabinet.ts')], bundle: true, minify: true },
  ...{ write: false, format: 'esm', target: 'es2022' },
}).outputFiles;
files.set('site/cabinet.js', cabinet?.text ?? '');
for (const { path, text } of Object.values(styleSheets)) files.set(path, text);
// The guides link to each other by relative links.
for (const name of ['catalog', 'creators', 'accounts', 'placements', 'campaigns', 'lifecycle', 'webhooks'])
  files.set(`guides/${name}.md`, readFileSync(path.join(root, `docs/${name}.md`)));
files.set('docs/try', own('try.html').replaceAll('{{files}}', `/${folder}`));
const { renderReference } = await referencePages();
const { start, topics } = renderReference(JSON.parse(json), `/${folder}/reference.css`);
files.set('docs/start', start);
for (const [slug, html] of topics) files.set(`docs/topics/${slug}`, html);
replaceFiles(target, files);

function own(name: string): string {
  return readFileSync(path.join(browser, name), 'utf8');
}

/** Node cannot load TSX, so esbuild bundles it into a module first. */
async function referencePages(): Promise<typeof import('./reference/pages.tsx')> {
  const outfile = path.join(root, `dist/reference.${process.pid}.mjs`);
  buildSync({
    ...{ entryPoints: [path.join(root, 'scripts/reference/pages.tsx')], outfile, bundle: true },
    ...{ platform: 'node', format: 'esm', jsx: 'automatic', jsxImportSource: 'hono/jsx', packages: 'external' },
    define: stylePaths,
  });
  try {
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(outfile);
  }
}

/**
 * Scalar's browser build in modules: the page loads only the few that it needs. The build contains the packages that it uses, and `overrides` in
 * package.json installs empty ones in their place, which halves the files of `npm ci`.
 */
function tryScripts(): Record<string, string> {
  const scalar = path.dirname(createRequire(import.meta.url).resolve('@scalar/api-reference/style.css'));
  const from = path.join(scalar, 'browser');
  const names = ['standalone.esm.js', ...readdirSync(path.join(from, 'chunks')).map((name) => `chunks/${name}`)];
  const scripts = names.filter((name) => name.endsWith('.js'));
  return Object.fromEntries(scripts.map((name) => [name, withoutMap(readFileSync(path.join(from, name), 'utf8'))]));
}

function withoutMap(script: string): string {
  return script.replace(/\n\/\/# sourceMappingURL=\S+\s*$/, '\n');
}

function hashOf(texts: Record<string, string>): string {
  const hash = createHash('sha256');
  for (const [name, text] of Object.entries(texts)) hash.update(`${name}\0${text}\0`);
  return hash.digest('hex').slice(0, 16);
}
