import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { operations } from '../functions/operations.ts';
import manifest from '../package.json' with { type: 'json' };
import { buildDocument } from './openapi/document.ts';

/** dist/assets: the OpenAPI document, the docs page with the scripts that it runs, and the pictures of the other pages. */
const root = fileURLToPath(new URL('..', import.meta.url));
const target = path.join(root, 'dist/assets');
const browser = path.join(root, 'functions/site/browser');

rmSync(target, { recursive: true, force: true });
write('openapi.json', JSON.stringify(buildDocument(operations, manifest.version)));

const files = { ...referenceScripts(), 'docs.js': readFileSync(path.join(browser, 'docs.js'), 'utf8') };
// The folder is named by what is in it: it may be cached for ever.
const folder = `docs/${hashOf(files)}`;
for (const [name, text] of Object.entries(files)) write(`${folder}/${name}`, text);
for (const name of ['icon.svg', 'card.png']) write(`site/${name}`, readFileSync(path.join(browser, name)));
write('docs/page', readFileSync(path.join(browser, 'docs.html'), 'utf8').replaceAll('{{files}}', `/${folder}`));

/** Scalar's browser build in modules: the page loads the few that it needs. */
function referenceScripts(): Record<string, string> {
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

function write(name: string, content: string | Buffer): void {
  const file = path.join(target, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
}
