import { expect, test } from 'vitest';
import * as z from 'zod';
import { faultsOf, wordingOf } from '../../../functions/http/validation-wording.ts';

const shape = z.strictObject({
  name: z.string().min(2).max(4),
  size: z.int().min(1).max(9),
  isOpen: z.boolean(),
  tags: z.array(z.string()).min(1).max(2),
  url: z.url(),
  id: z.uuid(),
  sort: z.enum(['price', 'activity']),
  confirm: z.literal(true),
  code: z.string().regex(/^a$/),
  at: z.iso.datetime(),
  pay: z.discriminatedUnion('model', [
    z.object({ model: z.literal('CPM') }),
    z.object({ model: z.literal('FIXED'), reward: z.int() }),
  ]),
  either: z.union([z.string(), z.int()]),
});
const right = {
  name: 'abc',
  size: 1,
  isOpen: true,
  tags: ['a'],
  url: 'https://castline.example',
  id: '0198f1c2-7a54-7f10-9d0e-3c5a6b7c8d9e',
  sort: 'price',
  confirm: true,
  code: 'a',
  at: '2026-12-31T12:00:00Z',
  pay: { model: 'CPM' },
  either: 1,
};

const faults = (changes: object) => {
  const parsed = shape.safeParse({ ...right, ...changes }, { error: wordingOf });
  return parsed.success ? [] : parsed.error.issues.flatMap(faultsOf);
};

test.each([
  [{ name: undefined }, 'name', 'is required'],
  [{ name: 7 }, 'name', 'must be a string'],
  [{ name: 'a' }, 'name', 'must have at least 2 characters'],
  [{ name: 'abcde' }, 'name', 'must have at most 4 characters'],
  [{ size: 'x' }, 'size', 'must be a number'],
  [{ size: 1.5 }, 'size', 'must be a whole number'],
  [{ size: 0 }, 'size', 'must be at least 1'],
  [{ size: 10 }, 'size', 'must be at most 9'],
  [{ isOpen: 'yes' }, 'isOpen', 'must be true or false'],
  [{ tags: {} }, 'tags', 'must be an array'],
  [{ tags: [] }, 'tags', 'must have at least 1 entry'],
  [{ tags: ['a', null] }, 'tags.1', 'must be a string'],
  [{ url: 'no' }, 'url', 'must be a URL'],
  [{ id: 'no' }, 'id', 'must be a UUID'],
  [{ sort: 'size' }, 'sort', 'must be one of price, activity'],
  [{ sort: undefined }, 'sort', 'is required'],
  [{ confirm: false }, 'confirm', 'must be true'],
  [{ code: 'b' }, 'code', 'is malformed'],
  [{ at: '2026-12-31' }, 'at', 'must be a time in ISO 8601 with an offset, such as 2026-12-31T12:00:00Z'],
  [{ pay: { model: 'RENT' } }, 'pay.model', 'must be one of CPM, FIXED'],
  [{ pay: {} }, 'pay.model', 'is required'],
  [{ pay: { model: 'FIXED' } }, 'pay.reward', 'is required'],
  [{ either: true }, 'either', 'does not match any of the allowed shapes'],
])('%j is refused with the field %s and the fault: %s', (changes, path, message) => {
  expect(faults(changes)).toEqual([{ path, message }]);
});

test('each unknown field is named separately', () => {
  expect(faults({ colour: 'red', weight: 1 })).toEqual([
    { path: 'colour', message: 'is an unknown field' },
    { path: 'weight', message: 'is an unknown field' },
  ]);
});

test('a repeated query parameter is reported as repeated', () => {
  const query = { ...right, name: ['abc', 'abd'], sort: ['price', 'price'] };
  const { error } = shape.safeParse(query, { error: wordingOf });
  expect(error?.issues.flatMap((issue) => faultsOf(issue, query))).toEqual([
    { path: 'name', message: 'must occur only once' },
    { path: 'sort', message: 'must occur only once' },
  ]);
});
