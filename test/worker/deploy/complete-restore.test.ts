import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { checkLedger } from '../../../scripts/check-ledger.ts';
import { completeRestore } from '../../../scripts/deploy/complete-restore.ts';
import { migrate } from '../../../scripts/migrate.ts';
import { shared } from '../../support/stack/shared.ts';

const addUser = (name: string) =>
  `insert into users (name, email, roles) values ('${name}', '${name}@example.com', '{}') returning id`;

test('a restored database reuses no id of the lost time, and its caches have a new epoch', async () => {
  const admin = new pg.Client(shared.adminDatabaseUrl);
  await admin.connect();
  onTestFinished(() => admin.end());
  const [live, backup] = [await aDatabase(admin), `restored_${crypto.randomUUID().replaceAll('-', '')}`];
  await migrate(live);
  await on(live, addUser('kept'));
  await admin.query(`create database ${backup} template ${new URL(live).pathname.slice(1)}`);
  onTestFinished(() => void admin.query(`drop database ${backup} with (force)`));
  const restored = urlOf(backup);
  const [lost] = await on(live, addUser('lost'));
  const [epoch] = await on(restored, 'select value from catalog_epochs');

  expect(await completeRestore(restored)).toBeGreaterThan(20);

  const [next] = await on(restored, addUser('next'));
  expect(Number(next?.id)).toBeGreaterThan(Number(lost?.id));
  expect(await on(restored, 'select value from catalog_epochs')).not.toEqual([epoch]);
  expect(await on(restored, "select count(*)::int as known from users where name in ('kept', 'lost')")).toEqual([
    { known: 1 },
  ]);
  expect(await checkLedger(restored)).toEqual([]);
});

async function aDatabase(admin: pg.Client): Promise<string> {
  const name = `live_${crypto.randomUUID().replaceAll('-', '')}`;
  await admin.query(`create database ${name}`);
  onTestFinished(async () => void (await admin.query(`drop database ${name} with (force)`)));
  return urlOf(name);
}

function urlOf(database: string): string {
  const url = new URL(shared.adminDatabaseUrl);
  url.pathname = database;
  return url.href;
}

async function on(url: string, statement: string) {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query(statement);
  await client.end();
  return rows;
}
