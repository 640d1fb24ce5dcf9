import { describe, expect, test } from 'vitest';
import { UpdateProfile } from '../../schema/creators/profile.ts';
import { displayName } from '../../schema/identity/account.ts';
import { oneLine } from '../../schema/shared/one-line.ts';

const name = oneLine(40);

describe('a name', () => {
  test.each([
    ...['\u200b', '\u00ad', '\u2060', '\u200c', '\u200d', '\ufeff', '\u202e', '\u2066', '\u180e', '\u034f', '\u3164'],
    ...['\ufe0f', '\u{e0041}', '\u0007', '\u200b\u00ad', '\ufff9', '\u115f'],
  ])('loses the invisible character %j, so that two names that look equal are equal', (invisible) => {
    for (const value of [`Ni${invisible}na`, `${invisible}Nina`, `Nina${invisible}`])
      expect(name.parse(value)).toBe('Nina');
    expect(name.parse(`Nina ${invisible} Vlogs`)).toBe('Nina Vlogs');
    expect(name.safeParse(invisible).success).toBe(false);
  });

  test.each(['\u00a0', '\u2003', '\u3000', '\n', '\t', '\u2800'])('has a plain space in place of %j', (space) => {
    expect(name.parse(`${space}Nina${space}${space}Vlogs${space}`)).toBe('Nina Vlogs');
  });

  test.each([
    ...['👩‍🚀 Nina', '👨‍👩‍👧‍👦', '❤️', '👍🏽', '🧑🏽‍❤️‍🧑🏻', '1️⃣', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🇫🇷', '🏳️‍🌈'],
    ...['می\u200cخواهم', 'क्\u200dष', 'Ünal', '你好', '한국', 'Ничего', 'שלום'],
  ])('keeps %s', (value) => {
    expect(name.parse(value)).toBe(value);
  });

  test.each(['👩\u200d', '\u200d👩', 'a\u200d👩', '1\ufe0f', 'ا\u200cب', 'می\u200ca'])(
    'loses a joiner or a selector that joins nothing: %j',
    (value) => expect(name.parse(value)).toBe(value.replace(/\u200c|\u200d|\ufe0f/g, '')),
  );

  test('is folded for users and on pages of creators alike', () => {
    expect(displayName().parse('Ni\u200bna\u00ad')).toBe('Nina');
    expect(displayName().safeParse('\u200b\u00ad').success).toBe(false);
    const body = UpdateProfile.body?.();
    expect(body?.parse({ expectedVersion: 1, displayName: 'Ni\u200bna' })).toMatchObject({ displayName: 'Nina' });
    expect(body?.safeParse({ expectedVersion: 1, displayName: '\u00ad' }).success).toBe(false);
  });
});
