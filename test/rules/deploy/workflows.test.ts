import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };

const folder = new URL('../../../.github/workflows/', import.meta.url);
const workflows = readdirSync(folder).map((name): [string, string] => [
  name,
  readFileSync(new URL(name, folder), 'utf8'),
]);

describe.each(workflows)('the workflow %s', (_, text) => {
  test('pins each action to a commit, and names its version', () => {
    const used = [...text.matchAll(/uses: (\S+)(.*)/g)].filter(([, action = '']) => !action.startsWith('./'));
    expect(used.length).toBeGreaterThan(0);
    expect(used.filter(([line]) => !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
  });

  test('has only read permission for the repository', () => {
    expect(text.match(/permissions:\n( +.*\n)+/g)).toEqual(['permissions:\n  contents: read\n']);
  });

  test('runs existing scripts, and passes inputs to the shell as variables', () => {
    const scripts = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name);
    expect(scripts.filter((name) => !Object.hasOwn(manifest.scripts, name))).toEqual([]);
    const commands = [...text.matchAll(/- run: (\|\n(?: {10}.*\n)+|.*)/g)].map(([, command]) => command);
    expect(commands.filter((command) => command?.includes('${{'))).toEqual([]);
  });
});

test('the check of a change runs what CI runs, and a deployment requires it', () => {
  const of = (name: string) => workflows.find(([one]) => one === name)?.[1];
  expect(of('ci.yml')).toContain('- run: .ci/run');
  expect(of('deploy.yml')).toMatch(/uses: \.\/\.github\/workflows\/ci\.yml\n\n {2}deploy:\n {4}needs: check/);
});
