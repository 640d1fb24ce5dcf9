import { describe, expect, test } from 'vitest';
import { addressOf, readForm, valuesOf } from '../../../functions/web/site/catalog-form.ts';
import { Refusal } from '../../../schema/shared/errors.ts';

const read = (query: string) => readForm(new URLSearchParams(query));

/** The URL of the form's query; null when it is refused. */
const requested = (query: string) => {
  const { input } = read(query);
  return input === null ? null : addressOf(valuesOf(input), input.cursor);
};

describe('the form of the HTML catalog', () => {
  test.each([
    ['', '/creators'],
    ['q=&platform=&format=&channelType=&topic=&language=&geo=&audienceGeo=&minPrice=&maxPrice=&sort=', '/creators'],
    ['q=%20%20&topic=%20', '/creators'],
    ['utm_source=x&limit=3&availability=no&__proto__=1', '/creators'],
    ['platform=youtube&sort=ACTIVITY', '/creators?platform=YOUTUBE'],
    ['sort=relevance', '/creators'],
    ['q=Retro++Gaming&sort=relevance', '/creators?q=retro+gaming'],
    ['sort=activity&q=a', '/creators?q=a&sort=activity'],
    ['sort=price&format=stream.mention', '/creators?format=STREAM.MENTION&sort=price'],
    ['minPrice=99.5&maxPrice=100', '/creators?minPrice=99.50&maxPrice=100'],
    ['minPrice=0&maxPrice=0.01', '/creators?minPrice=0&maxPrice=0.01'],
    ['audienceGeo=de&geo=FR&language=EN&topic=Art', '/creators?topic=art&language=en&geo=fr&audienceGeo=DE'],
  ])('turns %s into %s', (query, address) => expect(requested(query)).toBe(address));

  test.each([
    ['minPrice=1.234', 'minPrice'],
    ['minPrice=1,5', 'minPrice'],
    ['maxPrice=-1', 'maxPrice'],
    ['maxPrice=1e3', 'maxPrice'],
    ['maxPrice=9999999999', 'maxPrice'],
    ['minPrice=2&maxPrice=1', 'minPrice'],
    ['platform=myspace', 'platform'],
    ['format=STREAM.NO', 'format'],
    ['channelType=x', 'channelType'],
    ['audienceGeo=DEU', 'audienceGeo'],
    ['sort=cheap', 'sort'],
    [`q=${'a'.repeat(201)}`, 'q'],
    [`topic=${'a'.repeat(41)}`, 'topic'],
    ['language=%00', 'language'],
  ])('refuses %s with an error about %s', (query, field) => {
    const { errors } = read(query);
    expect(Object.keys(errors ?? {})).toEqual([field]);
  });

  test('keeps refused input for correction', () => {
    const form = read('minPrice=1.234&q=Retro&platform=');
    expect(form.input === null && form.values).toEqual({ minPrice: '1.234', q: 'Retro' });
  });

  test('searches with folded case, and shows the search as it was typed', () => {
    const form = read('q=+WWWW++Été+&topic=ART');
    expect(form.input).toMatchObject({ q: 'wwww Été', topic: ['art'] });
    expect(form.input !== null && form.typed).toEqual({ q: 'WWWW  Été' });
    expect(read('q=+&topic=ART')).toMatchObject({ typed: {} });
  });

  test('names a lowest price above the highest in its error', () =>
    expect(read('minPrice=2&maxPrice=1').errors).toEqual({ minPrice: 'The lowest price is above the highest.' }));

  test('does not treat the cursor as a filter', () => {
    const cursor = '0198f1c2-7a54-7f10-9d0e-3c5a6b7c8d9e';
    expect(requested(`cursor=${cursor}&q=a`)).toBe(`/creators?q=a&cursor=${cursor}`);
    expect(() => read('cursor=nonsense')).toThrow(new Refusal('INVALID_CURSOR'));
    expect(read('cursor=nonsense&minPrice=2&maxPrice=1').errors).toEqual({
      minPrice: 'The lowest price is above the highest.',
    });
  });
});
