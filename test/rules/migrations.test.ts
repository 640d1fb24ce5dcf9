import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { apart } from '../../scripts/migration.ts';

const files = readdirSync('db/migrations').filter((file) => file.endsWith('.sql'));

describe('each migration', () => {
  test.each(files)('%s states its locks and its rollback', (file) => {
    const [header = ''] = readFileSync(`db/migrations/${file}`, 'utf8').split('\n\n');
    expect(header).toMatch(/^-- [A-Z].*\.\n/);
    expect(header).toMatch(/^-- Locks: \S.*To revert: \S/ms);
    expect(header).not.toContain('…');
  });

  // The files up to 0006 create the first tables.
  test.each(files.filter((file) => file > '0007'))('%s builds its indexes concurrently', (file) => {
    const { indexes } = apart(
      readFileSync(`db/migrations/${file}`, 'utf8').replace(/create (unique )?index concurrently/gi, ''),
    );
    expect(indexes).toEqual([]);
  });
});

test('a generated migration keeps the indexes of its own tables, and builds all others concurrently', () => {
  const made = [
    'CREATE TABLE "campaigns" (\n\t"id" bigint\n);\n',
    'ALTER TABLE "users" ADD COLUMN "nickname" text;',
    'CREATE INDEX "campaigns_id" ON "campaigns" USING btree ("id");',
    'CREATE UNIQUE INDEX "users_nickname" ON "users" USING btree ("nickname");',
  ];
  expect(apart(made.join('\n'))).toEqual({
    rest: made.slice(0, 3).join('\n').concat('\n'),
    indexes: ['CREATE UNIQUE INDEX CONCURRENTLY "users_nickname" ON "users" USING btree ("nickname");'],
  });
});
