import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm/sql/sql';
import { expect, test } from 'vitest';
import { inTurn } from '../../db/calls.ts';
import { select } from '../../db/query.ts';
import { beside, examined, oneOfEach, render } from '../../db/statements.ts';
import { type Stored, storedChange, storedRead } from '../../db/stored.ts';
import { migrationsIn } from '../../scripts/migrate.ts';
import { storedText } from '../../scripts/stored/function-text.ts';
import { functionName, functionsAfter, isCurrent, unneeded } from '../../scripts/stored/migration-text.ts';
import { namesText, storedTexts } from '../../scripts/stored/stored-texts.ts';

const texts = await storedTexts();

test('the stored functions are those of the statements: otherwise run "npm run stored"', () => {
  expect(readFileSync('db/stored-names.ts', 'utf8')).toBe(namesText(texts));
  const functions = functionsAfter(migrationsIn().map(({ text }) => text));
  for (const stored of texts) expect(functions).toContain(functionName(stored));
});

test('no function of "reads" changes rows, and each one of "changes" does, guards a change or books it', () => {
  const changes = (text: string) => examined({ statement: sql.raw(text), decode: Object }).isChange;
  const isOfChange = (text: string) => changes(text) || /\b(guard|ledger_\w+)\(/.test(text);
  for (const { name, kind, statements } of texts) {
    if (kind === 'reads') expect(statements.some(changes), name).toBe(false);
    else expect(statements.some(isOfChange), name).toBe(true);
  }
});

test('the call of a stored change counts as a change, and that of a stored read does not', () => {
  const queryOf = (text: string) => ({ statement: sql.raw(text), decode: Object });
  expect(examined(queryOf('select * from changes.insert_messages_1($1)')).isChange).toBe(true);
  expect(examined(queryOf('select changes.check_out_1($1)')).isChange).toBe(true);
  expect(examined(queryOf('select * from reads.check_out_1($1)')).isChange).toBe(false);
});

test('stored changes that run in turn are one statement, with the values of each in its own order', () => {
  const changed = (name: string) =>
    storedChange(
      name,
      ['first', 'second'],
      ({ first, second }: Record<'first' | 'second', object>) => sql`select ${first}, ${second}`,
    );
  const [one, other] = [changed('a_change'), changed('another_change')];
  const { text, params } = inTurn([
    one({ second: 2, first: 1 }),
    other({ first: 3, second: 4 }),
    one({ first: 5, second: 6 }),
  ]);
  const [a, b] = ['changes.a_change_not_stored', 'changes.another_change_not_stored'];
  expect(text).toBe(`select case when ${a}($1, $2) then case when ${b}($3, $4) then ${a}($5, $6) end end`);
  expect(params).toEqual([1, 2, 3, 4, 5, 6]);
});

test('the call of a stored read passes its values in the order of the parameters, whatever their order', () => {
  const read = storedRead('a_test', ['first', 'second'], ({ first, second }: Record<'first' | 'second', object>) =>
    select({ sum: sql<number>`${first} + ${second}` }),
  );
  const { text, params } = render(read({ second: { b: 2 }, first: { a: 1 } }).statement);
  expect(text).toMatch(/^select \* from reads\.a_test_\w+\(\$1, \$2\)$/);
  expect(params).toEqual([{ a: 1 }, { b: 2 }]);
});

test('a migration drops the functions that neither the deployed version nor the new one needs', () => {
  const functions = functionsAfter([
    'create function reads.a_1(bigint) returns void',
    'create function reads.a_2(bigint) returns void\ncreate function changes.b_1() returns void\ncreate function changes.b_0() returns void',
    'drop function changes.b_0;',
  ]);
  expect([...functions]).toEqual(['reads.a_1', 'reads.a_2', 'changes.b_1']);
  const next = withHash('3');
  expect(unneeded(functions, [next], { a: '2', b: '1' })).toEqual(['reads.a_1']);
  expect(unneeded(functions, [{ ...next, hash: '1' }], { a: '2' })).toEqual(['changes.b_1']);
});

test('a stored function is current when the migrations last created it with these types', () => {
  const one = withHash('1');
  const created = (type: string) => `create function reads.a_1(${type}) returns void`;
  const migrations = ['create function reads.a_2(text) returns void', created('bigint')];
  expect(isCurrent(migrations, one, `-- $1 one\n${created('bigint')}`)).toBe(true);
  expect(isCurrent(migrations, one, created('text'))).toBe(false);
  expect(isCurrent([...migrations, created('text')], one, created('bigint'))).toBe(false);
  expect(isCurrent(['select 1'], one, created('bigint'))).toBe(false);
});

const withHash = (hash: string) => ({
  ...storedText(
    'a',
    stored(() => [sql`select 3`]),
  ),
  hash,
});

const stored = (compose: Stored['compose']): Stored => ({
  kind: 'reads',
  parameters: ['one', 'two'],
  returnsRows: true,
  compose,
});

test('the text of a stored function numbers its parameters and quotes its constants', () => {
  const text = sql`select ${sql.placeholder('two')}, ${"it's"}, ${sql.placeholder('one')}, ${sql.placeholder('two')}, ${7}`;
  expect(
    storedText(
      'a_test',
      stored(() => [text]),
    ).statements,
  ).toEqual(["select $2, 'it''s', $1, $2, 7"]);
});

test('a stored statement with an unknown parameter, or a constant without a literal, is refused', () => {
  expect(() =>
    storedText(
      'a_test',
      stored(() => [sql`select ${sql.placeholder('three')}`]),
    ),
  ).toThrow('no parameter');
  expect(() =>
    storedText(
      'a_test',
      stored(() => [sql`select ${new Date()}`]),
    ),
  ).toThrow('no literal');
});

test('another text gives a stored function another name', () => {
  const [one, other] = [sql`select 1`, sql`select 2`].map(
    (text) =>
      storedText(
        'a_test',
        stored(() => [text]),
      ).hash,
  );
  expect(one).not.toBe(other);
});

test('a statement beside another one keeps the values of both', () => {
  const one = select({ id: sql<number>`${1}::int` });
  const both = beside(one, select({ name: sql<string>`${'a'} || ${'b'}` }));
  expect(render(both.statement).params).toEqual(['a', 'b', 1]);
  expect(render(both.statement).text).toContain('from (select $3::int as "id" ) one');
  expect(both.decode({ 'the one': { id: 1 }, 'is found': true, name: 'ab' })).toEqual({
    one: { id: 1 },
    row: { name: 'ab' },
  });
  expect(both.decode({ 'the one': { id: 1 }, 'is found': null, name: null })).toEqual({ one: { id: 1 }, row: null });
});

test('two statements with one row each become one statement with the values of both', () => {
  const pair = oneOfEach(select({ id: sql<number>`${1}::int` }), select({ name: sql<string>`${'a'} || ${'b'}` }));
  expect(render(pair.statement).params).toEqual([1, 'a', 'b']);
  expect(render(pair.statement).text).toContain('(select $2 || $3 as "name" ) second');
  expect(pair.decode({ id: 1, name: 'ab' })).toEqual([{ id: 1 }, { name: 'ab' }]);
});

test('a second stored statement with a name is refused', () => {
  const store = () => storedRead('twice', [], () => select({ one: sql<number>`1` }));
  store();
  expect(store).toThrow('twice');
});
