import { describe, expect, test } from 'vitest';
import { cents, text } from '../../../functions/web/ui/forms/field-kinds.ts';
import { bodyOf, textsOf } from '../../../functions/web/ui/forms/read-fields.ts';
import { rowsIn } from '../../../functions/web/ui/forms/rows.ts';

const sent = (...pairs: [string, string][]) => textsOf(new URLSearchParams(pairs));

describe('the fields of a form', () => {
  test('become the body of the operation, and rows are numbered without gaps', () => {
    const texts = sent(['items.7.brief', 'second'], ['items.2.brief', 'first'], ['title', 'a']);
    expect(bodyOf({ title: text, 'items.*.brief': text }, texts)).toEqual({
      title: 'a',
      items: [{ brief: 'first' }, { brief: 'second' }],
    });
  });

  test.each(['__proto__', 'constructor', 'toString', 'valueOf', 'items.0.__proto__'])('%s names no field', (name) => {
    expect(bodyOf({ title: text }, sent([name, 'x']))).toEqual({});
  });

  test('a name that is longer than any of ours is dropped', () => {
    expect([...sent([Array(15_000).fill('0').join('.'), 'x'], ['title', 'a'])]).toEqual([['title', ['a']]]);
  });

  test('a list has at most a hundred rows', () => {
    const pairs = Array.from({ length: 1_500 }, (_, n): [string, string] => [`items.${n}.brief`, 'x']);
    expect(rowsIn(sent(...pairs), 'items')).toBe(100);
  });
});

describe('an amount', () => {
  test.each([
    ['12.50', '1250'],
    ['12.5', '1250'],
    ['0', '0'],
    ['1,250.00', '125000'],
    ['1,250,000', '125000000'],
    [' 7 ', '700'],
  ])('%s is %s cents', (given, expected) => {
    expect(cents([given])).toBe(expected);
  });

  test.each(['12,50', '1,50', '100,5', '1,2500', ',500', '12.505', '1,250,00'])(
    '%s is passed on, and the API refuses it',
    (given) => {
      expect(cents([given])).toBe(given);
    },
  );
});
