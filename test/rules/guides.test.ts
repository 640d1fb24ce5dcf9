import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import {
  type EdgeFunction,
  edgeFunctions,
  readSettings,
  settingNames,
  settingNamesOf,
} from '../../functions/settings/index.ts';
import manifest from '../../package.json' with { type: 'json' };
import { platforms } from '../../schema/shared/enums.ts';
import { functionResources } from '../../scripts/deploy/functions.ts';
import { secretNames } from '../../scripts/deploy/secrets.ts';
import { blocks, guides, readGuide, shellBlocks } from '../../scripts/guides/blocks.ts';
import { notRun, runBlocks } from '../../scripts/guides/not-run.ts';
import { completeSettings } from '../support/complete-settings.ts';

test('every block of commands in the guides is valid shell', () => {
  expect(shellBlocks.length).toBeGreaterThan(15);
  for (const { file, line, text } of shellBlocks) {
    const { status, stderr } = spawnSync('bash', ['-n'], { input: text, encoding: 'utf8' });
    expect([status, stderr], `${file}:${line}`).toEqual([0, '']);
  }
});

test('each block of the guides that does not run is listed once with its reason, and no reason is unused', () => {
  for (const { file, begins } of notRun) {
    const meant = shellBlocks.filter((block) => block.file === file && block.text.startsWith(begins));
    expect(meant, `${file}: ${begins}`).toHaveLength(1);
  }
  expect(runBlocks.length + notRun.length).toBe(shellBlocks.length);
});

test('every npm script that the guides name exists', () => {
  const scripts = Object.keys(manifest.scripts);
  const named = guides.flatMap((file) => [...readGuide(file).matchAll(/npm run ([a-z:-]+)/g)].map(([, name]) => name));
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !scripts.includes(name ?? ''))).toEqual([]);
});

test('every block of JSON in the guides is valid JSON', () => {
  const json = blocks.filter(({ language }) => language === 'json');
  expect(json.length).toBeGreaterThanOrEqual(4);
  for (const { file, line, text } of json) expect(() => JSON.parse(text), `${file}:${line}`).not.toThrow();
});

describe('the guide to deployment', () => {
  // <PLATFORM> stands for the name of each platform.
  const rows = [
    ...readGuide('docs/deploy.md').matchAll(/^\| `([A-Z0-9_<>]+)` \|.*\| (.*) \| (.*) \| (.*) \|$/gm),
  ].flatMap(([, given = '', standard, kind, holders]) =>
    (given.includes('<PLATFORM>') ? platforms : ['']).map((platform) => {
      return { name: given.replace('<PLATFORM>', platform), standard, kind, holders };
    }),
  );

  test('lists every setting once, with the functions that have it, and no other setting', () => {
    const listed = rows.map(({ name, holders }) => ({ name, holders }));
    const expected = settingNames().map((name) => {
      const holders = edgeFunctions.filter((one) => settingNamesOf(one).includes(name));
      return { name, holders: holders.length === edgeFunctions.length ? 'all' : holders.join(', ') };
    });
    const byName = (one: { name: string }, other: { name: string }) => one.name.localeCompare(other.name);
    expect(listed.toSorted(byName)).toEqual(expected.toSorted(byName));
  });

  test('marks as secrets those that provisioning sets as secrets', () => {
    const secrets = rows.filter(({ kind }) => kind === 'secret').map(({ name }) => name);
    expect(secrets.toSorted()).toEqual(secretNames.toSorted());
    expect(rows.filter(({ kind }) => kind !== 'secret' && kind !== 'var')).toEqual([]);
  });

  test('marks as required exactly the settings without which a function does not start', () => {
    const required = settingNames().filter((name) =>
      edgeFunctions.some((one) => settingNamesOf(one).includes(name) && !canStart(one, name)),
    );
    const marked = rows.filter(({ standard }) => standard === 'required').map(({ name }) => name);
    expect(marked.toSorted()).toEqual(required.toSorted());
  });

  test('shows a file of secrets with the required ones, and only known names', () => {
    const [example] = blocks.filter(({ file, text }) => file === 'docs/deploy.md' && text.includes('"AUTH_SECRET"'));
    const names = Object.keys(JSON.parse(example?.text ?? '{}'));
    const isSecret = (name: string) => secretNames.some((secret) => secret === name);
    expect(names.filter((name) => !isSecret(name))).toEqual([]);
    const required = rows.filter(({ standard, kind }) => standard === 'required' && kind === 'secret');
    expect(required.map(({ name }) => name).filter((name) => !names.includes(name))).toEqual([]);
  });

  test('names each database role with the variable of its password', () => {
    const passwords = { guest: 'GUEST', auth: 'AUTH', api: 'SERVICE', jobs: 'JOBS' };
    for (const name of edgeFunctions)
      expect(readGuide('docs/deploy.md')).toContain(
        `| \`${functionResources[name].databaseRole}\` | \`${name}\` | \`${passwords[name]}_DATABASE_PASSWORD\` |`,
      );
  });
});

function canStart(name: EdgeFunction, without: string): boolean {
  const settings = Object.entries(completeSettings).filter(([setting]) => setting !== without);
  try {
    readSettings(name, Object.fromEntries(settings));
    return true;
  } catch {
    return false;
  }
}
