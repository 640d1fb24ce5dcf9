import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { settingNames } from '../../functions/settings/index.ts';
import manifest from '../../package.json' with { type: 'json' };
import { blocks, guides, readGuide, shellBlocks } from '../../scripts/guides/blocks.ts';
import { notRun, runBlocks } from '../../scripts/guides/not-run.ts';

test('the guides: every block of commands is valid shell', () => {
  expect(shellBlocks.length).toBeGreaterThan(15);
  for (const { file, line, text } of shellBlocks) {
    const { status, stderr } = spawnSync('bash', ['-n'], { input: text, encoding: 'utf8' });
    expect([status, stderr], `${file}:${line}`).toEqual([0, '']);
  }
});

test('the guides: each block that is not run is listed once with its reason, and no reason is left over', () => {
  for (const { file, begins } of notRun) {
    const meant = shellBlocks.filter((block) => block.file === file && block.text.startsWith(begins));
    expect(meant, `${file}: ${begins}`).toHaveLength(1);
  }
  expect(runBlocks.length + notRun.length).toBe(shellBlocks.length);
});

test('the guides: every npm script that they name exists', () => {
  const scripts = Object.keys(manifest.scripts);
  const named = guides.flatMap((file) => [...readGuide(file).matchAll(/npm run ([a-z:-]+)/g)].map(([, name]) => name));
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !scripts.includes(name ?? ''))).toEqual([]);
});

test('deployment: the table has every setting of the Worker, once, and none that it does not read', () => {
  const rows = [...readGuide('docs/deploy.md').matchAll(/^\| `([A-Z0-9_]+)` \|/gm)].map(([, name = '']) => name);
  expect(rows.toSorted()).toEqual([...settingNames()].toSorted());
});

test('deployment: the line for the domain, pasted where the guide says, gives a configuration with that route', () => {
  const toml = blocks.filter(({ file, language }) => file === 'docs/deploy.md' && language === 'toml');
  expect(toml).toHaveLength(1);
  const config = readFileSync(new URL('../../wrangler.toml', import.meta.url), 'utf8');
  const folder = mkdtempSync(path.join(tmpdir(), 'castline-toml-'));
  const file = path.join(folder, 'wrangler.toml');
  writeFileSync(
    file,
    config.replace('[env.production]\n', (line) => line + toml[0]?.text),
  );
  const { unstable_readConfig }: typeof import('wrangler') = createRequire(import.meta.url)('wrangler');
  const { routes } = unstable_readConfig({ config: file, env: 'production' }, { hideWarnings: true });
  rmSync(folder, { recursive: true });
  expect(routes).toEqual([{ pattern: 'castline.example', custom_domain: true }]);
});
