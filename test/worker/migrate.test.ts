import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { migrate } from '../../scripts/migrate.ts';
import { shared } from '../support/stack/shared.ts';

test('two concurrent migrations apply each file once, and a third applies none', async () => {
  const { url, directory } = await anEmptyDatabase({
    '1.sql': 'create table a (id int);',
    '2.sql': 'create table b (id int);',
  });
  const runs = await Promise.all([migrate(url, { directory }), migrate(url, { directory })]);
  expect(runs.flat().sort()).toEqual(['1.sql', '2.sql']);
  expect(await migrate(url, { directory })).toEqual([]);
});

test('an applied file that has changed is refused', async () => {
  const { url, directory } = await anEmptyDatabase({ '1.sql': 'create table a (id int);' });
  await migrate(url, { directory });
  writeFileSync(path.join(directory, '1.sql'), 'create table a (id bigint);');
  await expect(migrate(url, { directory })).rejects.toThrow('1.sql has changed since it was applied');
});

test('a failing file leaves nothing of itself, keeps earlier files, and can be fixed', async () => {
  const broken = 'create table b (id int);\nselect 1 / 0;';
  const { url, directory } = await anEmptyDatabase({ '1.sql': 'create table a (id int);', '2.sql': broken });
  await expect(migrate(url, { directory })).rejects.toThrow('2.sql was not applied: division by zero');
  writeFileSync(path.join(directory, '2.sql'), 'create table b (id int);');
  expect(await migrate(url, { directory })).toEqual(['2.sql']);
});

test('a file of indexes is built concurrently, also after an interrupted build', async () => {
  const files = {
    '1.sql': 'create table a (id int); insert into a values (1), (1);',
    '2.sql':
      '-- Locks: nothing.\ncreate unique index concurrently a_id on a (id);\ncreate index concurrently a_id_2 on a (id);',
  };
  const { url, directory } = await anEmptyDatabase(files);
  await expect(migrate(url, { directory })).rejects.toThrow('2.sql was not applied: could not create unique index');
  await queryOf(url, 'delete from a');
  expect(await migrate(url, { directory })).toEqual(['2.sql']);
  const valid = 'select relname from pg_index join pg_class on oid = indexrelid where indisvalid and relname like $1';
  expect(await queryOf(url, valid, ['a_id%'])).toEqual([{ relname: 'a_id' }, { relname: 'a_id_2' }]);
});

test('a file of concurrent indexes with another statement is refused', async () => {
  const { url, directory } = await anEmptyDatabase({
    '1.sql': 'create table a (id int);',
    '2.sql': 'drop index concurrently if exists b;\nalter table a add b int;',
  });
  await expect(migrate(url, { directory })).rejects.toThrow('must not contain other statements');
});

test('a database with an unknown migration is refused', async () => {
  const { url, directory } = await anEmptyDatabase({ '1.sql': 'create table a (id int);' });
  await migrate(url, { directory });
  renameSync(path.join(directory, '1.sql'), path.join(directory, '2.sql'));
  await expect(migrate(url, { directory })).rejects.toThrow(
    'The database has the migration 1.sql, which is unknown to this version.',
  );
});

async function queryOf(url: string, statement: string, values: unknown[] = []) {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query(statement, values);
  await client.end();
  return rows;
}

async function anEmptyDatabase(files: Record<string, string>): Promise<{ url: string; directory: string }> {
  const directory = mkdtempSync(path.join(tmpdir(), 'castline-migrations-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(directory, name), text);
  const admin = new pg.Client(shared.adminDatabaseUrl);
  await admin.connect();
  const name = `migrate_${crypto.randomUUID().replaceAll('-', '')}`;
  await admin.query(`create database ${name}`);
  onTestFinished(async () => {
    rmSync(directory, { recursive: true });
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  });
  const url = new URL(shared.adminDatabaseUrl);
  url.pathname = name;
  return { url: url.href, directory };
}
