import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const functionOf = (lines: number) => `export function long(): void {\n${'  Date.now();\n'.repeat(lines - 2)}}\n`;

const refused: Readonly<Record<string, readonly [rule: string, file: string, text: string]>> = {
  any: ['lint/suspicious/noExplicitAny', 'functions/any.ts', 'export const read = (row: any) => row;\n'],
  'a cast to any': ['lint/suspicious/noExplicitAny', 'scripts/cast.ts', 'export const one = Number(1) as any;\n'],
  '!': ['lint/style/noNonNullAssertion', 'db/first.ts', 'export const first = (rows: string[]) => rows[0]!;\n'],
  '@ts-ignore': ['lint/suspicious/noTsIgnore', 'test/support/x.ts', '// @ts-ignore: no\nexport const x: 1 = 1;\n'],
  'a function of 71 lines': ['lint/complexity/noExcessiveLinesPerFunction', 'schema/long.ts', functionOf(71)],
  'such a helper of tests': ['lint/complexity/noExcessiveLinesPerFunction', 'test/support/long.ts', functionOf(71)],
  'a file of 251 lines': ['lint/style/noExcessiveLinesPerFile', 'scripts/lines.ts', 'console.log(0);\n'.repeat(251)],
  'import() in a type': ['plugin', 'functions/page.ts', "export type Page = import('hono').Hono;\n"],
};

const accepted: Readonly<Record<string, readonly [file: string, text: string]>> = {
  'a function of 70 lines': ['functions/short.ts', functionOf(70)],
  'a file of 250 lines': ['scripts/short.ts', 'console.log(0);\n'.repeat(250)],
  'a long body in a test': ['test/api/long.test.ts', functionOf(71)],
};

let root = '';
let found: readonly string[] = [];

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'lint-rules-'));
  const { vcs: _, ...configuration } = JSON.parse(await readFile('biome.json', 'utf8'));
  const files = [...Object.values(refused).map(([, file, text]) => [file, text] as const), ...Object.values(accepted)];
  for (const [file, text] of [...files, ['biome.json', JSON.stringify(configuration)] as const]) {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await writeFile(path.join(root, file), text);
  }
  await cp('scripts/lint', path.join(root, 'scripts/lint'), { recursive: true });
  const biome = path.resolve('node_modules/@biomejs/biome/bin/biome');
  const { stdout } = spawnSync(process.execPath, [biome, 'lint', '--reporter=json'], { cwd: root, encoding: 'utf8' });
  found = JSON.parse(stdout).diagnostics.map(
    ({ category, location }: { category: string; location: { path: string } }) => `${category} ${location.path}`,
  );
});
afterAll(() => rm(root, { recursive: true, force: true }));

describe('the linter', () => {
  test.each(Object.entries(refused))('refuses %s', (_, [rule, file]) => {
    expect(found).toContain(`${rule} ${file}`);
  });

  test.each(Object.entries(accepted))('accepts %s', (_, [file]) => {
    expect(found.filter((diagnostic) => diagnostic.endsWith(` ${file}`))).toEqual([]);
  });
});
