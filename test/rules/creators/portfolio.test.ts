import { expect, test } from 'vitest';
import type { PortfolioRecord } from '../../../db/creators/portfolio.ts';
import {
  inOrder,
  refuseFull,
  refuseOtherOrder,
  refuseUnusable,
  shownSize,
  without,
} from '../../../functions/creators/portfolio/rules.ts';
import { idsAfterMove } from '../../../functions/web/cabinet/creator/page/moved-picture.ts';
import { codeOf } from '../../support/refusal-code.ts';

const pictures = ['a', 'b', 'c'].map(
  (id, index): PortfolioRecord => ({
    ...{ id, position: index + 1, caption: null, width: 4, height: 3, url: `https://castline.example/avatars/${id}` },
  }),
);
const placesOf = (list: readonly PortfolioRecord[]) => list.map(({ id, position }) => `${position} ${id}`);

test('an order gives each picture its place, and a removal closes the gap', () => {
  expect(placesOf(inOrder(pictures, ['c', 'a', 'b']))).toEqual(['1 c', '2 a', '3 b']);
  expect(inOrder([], [])).toEqual([]);
  expect(placesOf(without(pictures, 'b'))).toEqual(['1 a', '2 c']);
});

test.each([[['a', 'b', 'd']], [['a', 'b', 'c', 'd']]])('the list %j names a picture that is not there', (ids) => {
  expect(codeOf(() => inOrder(pictures, ids))).toBe('RESOURCE_NOT_FOUND');
});

test.each([[['a', 'b']], [['a', 'b', 'b']], [['a', 'b', 'c', 'c']], [[]]])(
  'the list %j is no order of three pictures',
  (ids) => {
    expect(codeOf(() => inOrder(pictures, ids))).toBe('VALIDATION_FAILED');
  },
);

test('a portfolio of twelve pictures is full', () => {
  const list = (count: number) => Array.from({ length: count }, () => pictures.slice(0, 1)).flat();
  expect(codeOf(() => refuseFull(list(11)))).toBe('allowed');
  expect(codeOf(() => refuseFull(list(12)))).toBe('INVALID_STATE');
});

test('only a verified upload that the portfolio does not have is usable', () => {
  expect(codeOf(() => refuseUnusable({ status: 'VERIFIED' }, false))).toBe('allowed');
  expect(codeOf(() => refuseUnusable({ status: 'VERIFIED' }, true))).toBe('INVALID_PROOF');
  for (const status of ['PENDING', 'REJECTED', 'EXPIRED'] as const)
    expect(codeOf(() => refuseUnusable({ status }, false))).toBe('INVALID_PROOF');
});

test('a picture has at most 12 megapixels, and no side of more than 8,192 pixels or four times the other', () => {
  const sizes = (all: readonly (readonly [number, number])[]) => all.map(([width, height]) => ({ width, height }));
  for (const size of sizes([
    [4_000, 3_000],
    [6_928, 1_732],
    [4, 1],
  ]))
    expect(shownSize(size)).toEqual(size);
  for (const size of sizes([
    [4_001, 3_000],
    [5, 1],
    [1, 5],
    [8_193, 2_049],
  ]))
    expect(codeOf(() => shownSize(size))).toBe('INVALID_PROOF');
  expect(codeOf(() => shownSize(null))).toBe('INVALID_PROOF');
});

test('a caller who has read another order is refused', () => {
  expect(codeOf(() => refuseOtherOrder(pictures, undefined))).toBe('allowed');
  expect(codeOf(() => refuseOtherOrder(pictures, ['a', 'b', 'c']))).toBe('allowed');
  for (const read of [['a', 'c', 'b'], ['a', 'b'], []])
    expect(codeOf(() => refuseOtherOrder(pictures, read))).toBe('VERSION_CONFLICT');
});

test.each([
  [{ pictureIds: ['a', 'b', 'c'], moved: 'c', by: -1 }, ['a', 'c', 'b']],
  [{ pictureIds: ['a', 'b', 'c'], moved: 'a', by: 1 }, ['b', 'a', 'c']],
  [{ pictureIds: ['a', 'b', 'c'], moved: 'a', by: 2 }, ['b', 'c', 'a']],
  [{ pictureIds: ['a', 'b', 'c'], moved: 'a', by: -1 }, ['a', 'b', 'c']],
  [{ pictureIds: ['a', 'b', 'c'], moved: 'c', by: 1 }, ['a', 'b', 'c']],
  [{ pictureIds: ['a', 'b', 'c'], moved: 'd', by: 1 }, ['a', 'b', 'c']],
  [{ pictureIds: ['a', 'b'], moved: 'a', by: 'up' }, ['a', 'b']],
  [{ moved: 'a', by: 1 }, undefined],
])('the form %j sends the ids %j', (given, ids) => {
  expect(idsAfterMove(given)).toEqual(ids);
});
