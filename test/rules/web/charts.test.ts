import { describe, expect, test } from 'vitest';
import { Chart } from '../../../functions/web/ui/charts/chart.tsx';
import { boxWidth, type Series, shapeOf, sparkOf, spread } from '../../../functions/web/ui/charts/chart-shape.ts';
import { Spark } from '../../../functions/web/ui/charts/spark.tsx';
import { wordsOf } from '../../support/html.ts';

const height = 100;
const dayMs = 86_400_000;
const dayAt = (index: number): string => new Date(Date.UTC(2026, 10, 1) + index * dayMs).toISOString().slice(0, 10);
const seriesOf = (values: readonly (number | null)[], name = 'Views'): Series => ({
  name,
  values: values.map((value, index) => ({ date: dayAt(index), value })),
});
const shapeFrom = (values: readonly (number | null)[]) => {
  const shape = shapeOf([seriesOf(values)], height);
  if (shape === null) throw new Error('the chart has no shape');
  return shape;
};
/** The points of a path: one list for each part of the line. */
const partsOf = (path: string) =>
  path
    .split('M')
    .slice(1)
    .map((part) =>
      part
        .replace('Z', '')
        .split('L')
        .map((point) => point.split(',').map(Number)),
    );

describe('the line of a chart', () => {
  test('has a gap where a value is null, and no point at zero', () => {
    const parts = partsOf(shapeFrom([10, 20, null, 30, 40]).paths[0] ?? '');
    expect(parts.map((points) => points.length)).toEqual([2, 2]);
    for (const [, y = 0] of parts.flat()) expect(y).toBeLessThan(height);
  });

  test('has a measured zero at the bottom', () => {
    const [points = []] = partsOf(shapeFrom([10, 0, 10]).paths[0] ?? '');
    expect(points).toHaveLength(3);
    expect(points[1]?.[1]).toBe(height);
  });

  test('begins and ends with the known values, whatever is null around them', () => {
    const parts = partsOf(shapeFrom([null, null, 5, 6, null]).paths[0] ?? '');
    expect(parts).toHaveLength(1);
    expect(parts[0]).toHaveLength(2);
  });

  test('draws a single known value as a point in the middle', () => {
    const shape = shapeFrom([7]);
    expect(shape.paths[0]).toMatch(/^M550,[\d.]+Z$/);
    expect(shape.days).toEqual([{ date: new Date('2026-11-01'), percent: 55 }]);
  });

  test.each([[[5, 5, 5]], [[0, 0, 0]], [[-3, -3]]])(
    'draws equal values %j as a level line inside the chart',
    (values) => {
      const [points = []] = partsOf(shapeFrom(values).paths[0] ?? '');
      expect(new Set(points.map(([, y]) => y)).size).toBe(1);
      for (const [x = -1, y = -1] of points) {
        expect(x >= 0 && x <= boxWidth).toBe(true);
        expect(y >= 0 && y <= height).toBe(true);
      }
    },
  );

  test('keeps a negative value below the rule of zero', () => {
    const { paths, rules } = shapeFrom([4, -4]);
    const zero = rules.find(({ value }) => value === 0)?.y ?? Number.NaN;
    const [[above = [], below = []] = []] = partsOf(paths[0] ?? '');
    expect(above[1]).toBeLessThan(zero);
    expect(below[1]).toBeGreaterThan(zero);
  });

  test.each([[[]], [[null, null]]])('has no shape for the values %j', (values) => {
    expect(shapeOf([seriesOf(values)], height)).toBeNull();
  });
});

describe('the ticks of a chart', () => {
  test.each([
    [
      [0, 1, 0],
      [0, 1],
    ],
    [
      [0, 1.5, 0],
      [0, 0.5, 1, 1.5],
    ],
  ])('are whole numbers if all values are: %j has %j', (values, ticks) => {
    expect(shapeFrom(values).rules.map(({ value }) => value)).toEqual(ticks);
  });

  test.each([7, 48, 999, 12_345, 1_000_001])('are round numbers from zero for values up to %d', (top) => {
    const values = shapeFrom([0, top]).rules.map(({ value }) => value);
    expect(values[0]).toBe(0);
    expect(values.length).toBeGreaterThan(1);
    for (const value of values.slice(1)) {
      const digits = value / 10 ** Math.floor(Math.log10(value));
      expect((digits * 2) % 1).toBeCloseTo(0);
    }
  });

  test.each([2, 3, 31, 92, 366])('are UTC midnights within a period of %d days', (days) => {
    const ticks = shapeFrom(Array.from({ length: days }, (_, index) => index)).days;
    expect(ticks.length).toBeGreaterThan(0);
    for (const { date, percent } of ticks) {
      expect(date.getTime() % dayMs).toBe(0);
      expect(percent >= 10 && percent <= 100).toBe(true);
    }
  });
});

describe('a chart', () => {
  const htmlOf = (series: readonly Series[]) =>
    String(Chart({ id: 'chart', title: 'Views', series, about: 'on the day' }));
  const rowsIn = (html: string) =>
    [...html.matchAll(/<tr><th scope="row">(.*?)<\/th>(.*?)<\/tr>/gs)].map(([, day, cells = '']) => [
      day,
      ...[...cells.matchAll(/<td>(.*?)<\/td>/g)].map(([, cell]) => cell),
    ]);

  test('has every value in its table, and says that a null is not known', () => {
    const html = htmlOf([seriesOf([1_200, null, 0]), seriesOf([null, 3, 4], 'Likes')]);
    expect(rowsIn(html)).toEqual([
      ['1 Nov 2026', '1,200', 'not known'],
      ['2 Nov 2026', 'not known', '3'],
      ['3 Nov 2026', '0', '4'],
    ]);
  });

  test('names the first and the last known value in its label', () => {
    expect(htmlOf([seriesOf([null, 5, 9, null])])).toContain(
      'aria-label="Chart of views. Views 5 on 2 Nov 2026, 9 on 3 Nov 2026."',
    );
  });

  test.each([[[]], [[null, null]]])('says that no value is known for the values %j', (values) => {
    const html = htmlOf([seriesOf(values)]);
    expect(wordsOf(html)).toContain('No value is known yet.');
    expect(html).not.toContain('<svg');
  });

  test('says that the present value is not known when the last one is null', () => {
    expect(wordsOf(htmlOf([seriesOf([5, null])]).replace(/<details>.*/s, ''))).toContain('not known');
  });
});

describe('a small chart', () => {
  test('has a gap where a value is null', () => {
    expect(partsOf(sparkOf([1, 2, null, 3, 4], 96, 24) ?? '').map((points) => points.length)).toEqual([2, 2]);
  });

  test.each([[[]], [[5]], [[null, 5, null]]])(
    'is not drawn for the values %j, and says that they are not known',
    (values) => {
      expect(sparkOf(values, 96, 24)).toBeNull();
      expect(wordsOf(String(Spark({ values })))).toContain('not known');
    },
  );

  test('draws equal values as a level line', () => {
    const [points = []] = partsOf(sparkOf([4, 4, 4], 96, 24) ?? '');
    expect(new Set(points.map(([, y]) => y)).size).toBe(1);
  });
});

test('points that are spread over a chart include the last one', () => {
  const points = Array.from({ length: 100 }, (_, index) => index);
  expect(spread(points, 31)).toHaveLength(25);
  expect(spread(points, 31).at(-1)).toBe(99);
  expect(spread([1, 2], 31)).toEqual([1, 2]);
});
