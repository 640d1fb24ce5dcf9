import { describe, expect, test } from 'vitest';
import { withoutMarkup } from '../../../functions/web/site/linked-data.ts';
import { dayOf, discountOf, exactly, percentOf, priceOf, roughly } from '../../../functions/web/ui/format.ts';
import { countryName, initialsOf, languageName } from '../../../functions/web/ui/names.ts';
import { decimalOf } from '../../../schema/shared/money.ts';

/** On one line: all its spaces are non-breaking. */
const unbroken = (text: string) => text.replaceAll(' ', '\u00a0');
const usdt = (raw: string) => ({ raw, currency: 'USDT', decimals: 6 }) as const;

describe('numbers on a page', () => {
  test.each([
    ['240000000', '240.00 USDT'],
    ['10000', '0.01 USDT'],
    ['1', '0.000001 USDT'],
    ['0', '0.00 USDT'],
    ['1234567890000', '1,234,567.89 USDT'],
    ['999999999990000', '999,999,999.99 USDT'],
    ['9007199254740993000001', '9,007,199,254,740,993.000001 USDT'],
  ])('show %s minor units as %s on one line, exactly at any size', (raw, shown) =>
    expect(priceOf(usdt(raw))).toBe(unbroken(shown)),
  );

  test('include a plain price for programs', () => expect(decimalOf(usdt('1234567890000'))).toBe('1234567.89'));

  test.each([
    [750, '7.5 %'],
    [9_000, '90 %'],
    [1, '0.01 %'],
    [333, '3.33 %'],
  ])('show a discount of %s basis points as %s', (bps, shown) => expect(discountOf(bps)).toBe(unbroken(shown)));

  test.each([
    [0.52, '52 %'],
    [0.1234, '12.3 %'],
    [0, '0 %'],
    [0.0001, '< 0.1 %'],
    [1, '100 %'],
  ])('show a share of %s as %s', (share, shown) => expect(percentOf(share)).toBe(unbroken(shown)));

  test('show days in UTC', () => expect(dayOf('2026-11-02T23:59:59.999Z')).toBe('2 Nov 2026'));

  test('group counts, or round them where stated', () =>
    expect([exactly(1_048_213), roughly(48_213), roughly(7)]).toEqual(['1,048,213', '48.2K', '7']));

  test('come with names of countries and languages, and unknown codes unchanged', () => {
    expect([countryName('de'), countryName('<b>'), languageName('pt-BR'), languageName('no such tag')]).toEqual([
      'Germany',
      '<b>',
      'Brazilian Portuguese',
      'no such tag',
    ]);
  });

  test.each([
    ['Maya Rivers', 'MR'],
    ['  léa  ', 'L'],
    ['"quoted" <b> 7even words', '7W'],
    ['𝒜lpha', '𝒜'],
    ['!!!', '?'],
  ])('%s has the initials %s', (name, initials) => expect(initialsOf(name)).toBe(initials));

  test('data in a page cannot close its element', () => {
    const text = '</script><!-- <script> & \u2028\u2029';
    const safe = withoutMarkup(JSON.stringify({ text }));
    expect(safe).not.toMatch(/[<>&\u2028\u2029]/);
    expect(JSON.parse(safe)).toEqual({ text });
  });
});
