import { describe, expect, test } from 'vitest';
import { rights, text } from '../../schema/text.ts';

describe('a text', () => {
  const short = text(1, 5);
  const isTaken = (value: unknown) => short.safeParse(value).success;

  test('is as it came, from its shortest to its longest', () => {
    for (const value of ['a', 'abcde', ' ', 'é', '🦊🦊🦊🦊🦊', '\n\t']) expect(short.parse(value)).toBe(value);
    expect(['', 'abcdef', '🦊🦊🦊🦊🦊🦊'].map(isTaken)).toEqual([false, false, false]);
  });

  test('holds no NUL and no half of a surrogate pair', () => {
    expect(['\u0000', 'a\u0000', '\ud83e', '\udd8a', 'a\udd8a\ud83e'].map(isTaken)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
  });

  test('is not made of anything else', () => {
    expect([1, null, undefined, ['a'], {}].map(isTaken)).toEqual([false, false, false, false, false]);
  });
});

describe('rights', () => {
  const isTaken = (value: unknown) => rights().safeParse(value).success;
  const ofBytes = (bytes: number) => ({ a: 'x'.repeat(bytes - '{"a":""}'.length) });
  const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) });

  test('are a JSON object, which may be empty', () => {
    expect([{}, { a: [1, null, { b: true }] }].map(isTaken)).toEqual([true, true]);
    expect([[], null, 'x', 1, undefined, { a: undefined }, { a: 1n }].map(isTaken)).toEqual(Array(7).fill(false));
  });

  test('have 8 KiB of UTF-8 at most', () => {
    expect([8_192, 8_193].map((bytes) => isTaken(ofBytes(bytes)))).toEqual([true, false]);
    const letters = (8_192 - '{"a":""}'.length) / 2;
    expect([letters, letters + 1].map((count) => isTaken({ a: 'é'.repeat(count) }))).toEqual([true, false]);
  });

  test('are nested 16 levels deep at most', () => {
    expect([16, 17].map((levels) => isTaken(nested(levels)))).toEqual([true, false]);
  });

  test('hold no NUL and no lone surrogate, in names and deep inside', () => {
    const values = [{ 'a\u0000': 1 }, { a: { b: ['\ud800'] } }, { a: [{ '\udc00': 1 }] }];
    expect(values.map(isTaken)).toEqual([false, false, false]);
  });
});
