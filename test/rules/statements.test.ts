import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { describe, expect, test } from 'vitest';
import { lockAssignment } from '../../db/placements/assignments.ts';
import { render } from '../../db/statements.ts';
import { functionRead } from '../../db/stored.ts';

describe('a read by a function', () => {
  const add = functionRead<{ one: number; other: number }, { sum: SQL<number> }>('add', ['one', 'other'], {
    sum: sql<number>`result`,
  });

  test('takes the values of each run in the order of the parameters', () => {
    const text = 'select result as "sum" from add($1, $2)';
    expect(render(add({ one: 1, other: 2 }).statement)).toEqual({ text, params: [1, 2] });
    expect(render(add({ other: 4, one: 3 }).statement)).toEqual({ text, params: [3, 4] });
  });

  test('keeps its values inside another statement', () => {
    const outer = sql`select ${5} from (${add({ one: 1, other: 2 }).statement.getSQL()}) sums`;
    expect(render(outer)).toEqual({
      text: 'select $1 from (select result as "sum" from add($2, $3)) sums',
      params: [5, 1, 2],
    });
  });
});

test('the lock of an assignment takes a whole record or only its id and version', () => {
  const whole = { id: 7, version: 2, status: 'ACCEPTED' };
  expect(render(lockAssignment(whole))).toEqual(render(lockAssignment({ id: 7, version: 2 })));
});
