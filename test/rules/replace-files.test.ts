import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { replaceFiles } from '../../scripts/local/workers/replace-files.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'castline-files-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

const at = (name: string) => path.join(directory, name);
const filesIn = () =>
  Object.fromEntries(
    readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .map((file) => [path.relative(directory, file), readFileSync(file, 'utf8')]),
  );

test('a directory that does not exist yet gets all files', () => {
  rmSync(directory, { recursive: true });
  replaceFiles(
    directory,
    new Map<string, string | Buffer>([...[['a', '1'] as const], ['deep/er/b', Buffer.from('2')]]),
  );
  expect(filesIn()).toEqual({ a: '1', 'deep/er/b': '2' });
});

test('new and changed files replace those before, unchanged ones are not written again, and leftovers go with their folders', () => {
  mkdirSync(at('old/folder'), { recursive: true });
  for (const [name, text] of [
    ['old/folder/x', '1'],
    ['changed', '1'],
    ['same', '1'],
  ] as const)
    writeFileSync(at(name), text);
  const before = new Date(1_000_000);
  utimesSync(at('same'), before, before);
  replaceFiles(
    directory,
    new Map([
      ['same', '1'],
      ['changed', '2'],
      ['new/y', '3'],
    ]),
  );
  expect(filesIn()).toEqual({ same: '1', changed: '2', 'new/y': '3' });
  expect(statSync(at('same')).mtime).toEqual(before);
  expect(readdirSync(directory).sort()).toEqual(['changed', 'new', 'same']);
});
