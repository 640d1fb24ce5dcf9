import { sql } from 'drizzle-orm/sql/sql';
import { describe, expect, test } from 'vitest';
import { lockAssignment } from '../../db/placements/assignments.ts';
import { prepared, render } from '../../db/statements.ts';

describe('prepared', () => {
  const add = prepared<{ one: number; other?: number }>(({ one, other }) => sql`select ${one} + ${other}`);

  test('a prepared statement has the values of each run', () => {
    expect(render(add({ one: 1, other: 2 }))).toEqual({ text: 'select $1 + $2', params: [1, 2] });
    expect(render(add({ one: 3, other: 4 }))).toEqual({ text: 'select $1 + $2', params: [3, 4] });
  });

  test('a prepared statement keeps its values inside another statement', () => {
    const outer = sql`select ${5} from (${add({ one: 1, other: 2 }).getSQL()}) sums`;
    expect(render(outer)).toEqual({ text: 'select $1 from (select $2 + $3) sums', params: [5, 1, 2] });
  });

  test('a prepared statement refuses values with other names', () => {
    add({ one: 1, other: 2 });
    expect(() => add({ one: 1 })).toThrow('the same names');
  });
});

test('the lock of an assignment takes a whole record or only its id and version', () => {
  const whole = { id: 7, version: 2, status: 'ACCEPTED' };
  expect(render(lockAssignment(whole))).toEqual(render(lockAssignment({ id: 7, version: 2 })));
});
