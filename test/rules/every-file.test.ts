import { describe, expect, test } from 'vitest';
import { codeOf, filesOf, textOf } from '../support/imports.ts';

describe('every file', () => {
  const sources = filesOf('schema', 'db', 'functions');
  const all = filesOf('schema', 'db', 'functions', 'scripts', 'test');

  test('has 250 lines at most', () => {
    const lengths = all.map((file) => ({ file, lines: textOf(file).split('\n').length - 1 }));
    expect(lengths.filter(({ lines }) => lines > 250)).toEqual([]);
  });

  test('says what a thing is: no any, no ! and no silenced compiler', () => {
    const silenced = new RegExp(`@ts-${'(ignore|expect-error|nocheck)'}|biome-${'ignore'}`);
    const loose = sources.filter((file) => {
      const text = textOf(file);
      const code = codeOf(file);
      return (
        silenced.test(text) ||
        /[:<|&(,]\s*any\b|\bas any\b|\bany\[\]/.test(code) ||
        /[\w)\]]!(?=[.,;)[\]\s](?!=))/.test(code)
      );
    });
    expect(loose).toEqual([]);
  });

  test('bears no name that fits everything', () => {
    const vague = /(^|[/-])(utils?|helpers?|common|manager|service|misc)(\.|-|\/)/;
    expect(all.filter((file) => vague.test(file))).toEqual([]);
  });
});
