import { describe, expect, test } from 'vitest';
import { filesOf, textOf } from '../support/sources.ts';

describe('every file', () => {
  const sources = filesOf('schema', 'db', 'functions');
  const all = filesOf('schema', 'db', 'functions', 'scripts', 'test');

  test('leaves the compiler and the linter on', () => {
    const silenced = new RegExp(`@ts-${'(ignore|expect-error|nocheck)'}|biome-${'ignore'}`);
    expect(sources.filter((file) => silenced.test(textOf(file)))).toEqual([]);
  });

  test('has a specific name', () => {
    const vague = /(^|[/-])(utils?|helpers?|common|manager|service|misc)(\.|-|\/)/;
    expect(all.filter((file) => vague.test(file))).toEqual([]);
  });
});
