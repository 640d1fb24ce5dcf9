import { RE2JS } from 're2js';
import { expect, test } from 'vitest';
import { builtDocument } from './built-document.ts';

type Json = { readonly [key: string]: unknown };
const document = builtDocument();
const schemas = [...objectsIn(document)];
const patterns = [...new Set(schemas.flatMap(({ pattern }) => (typeof pattern === 'string' ? [pattern] : [])))];

// \d and \w are other sets of characters in Python than in JavaScript, \u is unknown to RE2, and \p differs everywhere.
const literal = String.raw`[A-Za-z0-9 _/@:,'-]|\\[\\.+\-]|\\x[0-9a-f]{2}|\\S|\.`;
// Letters beyond ASCII stand for themselves in each of them.
const list = String.raw`\[\^?(?:[A-Za-z0-9 _/@.+'-]|[\u3000-\ud7a3\uf900-\uffdc]|\\[\\.+\-]|\\x[0-9a-f]{2})+\]`;
const common = new RegExp(String.raw`^(?:\^|\$|\||\((?:\?:)?|\)|[*+?]|\{\d+(?:,\d*)?\}|${literal}|${list})+$`);

test.each(patterns)('the pattern %s matches the same texts in ECMA-262, RE2, Java and Python', (pattern) => {
  expect(pattern).toMatch(common);
  for (const flags of ['', 'u']) expect(() => new RegExp(pattern, flags)).not.toThrow();
  const inRe2 = RE2JS.compile(pattern);
  const inJavaScript = new RegExp(pattern, 'u');
  for (const text of texts) expect(inRe2.matcher(text).find(), text).toBe(inJavaScript.test(text));
});

test('every array declares its items', () => {
  const arrays = schemas.filter(({ type }) => type === 'array' || (Array.isArray(type) && type.includes('array')));
  expect(arrays.length).toBeGreaterThan(50);
  expect(arrays.filter(({ items }) => typeof items !== 'object')).toEqual([]);
});

const texts = [
  ...[
    '',
    'a',
    'A',
    '0',
    '7',
    '012',
    '12',
    '-12',
    '1.5',
    'DE',
    'deu',
    'en-GB',
    'a\nb',
    ' ',
    '\t',
    '\u0000',
    '\u007f',
    'a/b',
    'a\\b',
    'a b.png',
  ],
  ...['猫', 'ね', 'ﾈ', '고', '々', '\u00e9', '\u0436', '\u{1f408}'],
  ...[
    'a'.repeat(64),
    'F'.repeat(64),
    '1'.repeat(16),
    'mira@example.com',
    'mira@',
    'email',
    '2027-01-10T10:00:00Z',
    'x_1-2.3',
    'é',
    '😀',
    '٣',
  ],
];

function* objectsIn(value: unknown): Generator<Json> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as Json;
  for (const inner of Object.values(value)) yield* objectsIn(inner);
}
