import { afterAll, expect, test } from 'vitest';
import { marketOf } from '../support/market/market.ts';
import { noRight, rightsOf } from '../support/rights.ts';
import { shared } from '../support/stack/shared.ts';

const market = marketOf({ baseUrl: shared.baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const { asService, columnsOf, end } = rightsOf(market, shared.databaseUrls.jobs);
afterAll(async () => {
  await end();
  await market.close();
});

test("the service's role can see where the money of an assignment is, and cannot transfer it by a read", async () => {
  expect(await asService('select held, released, refunded from assignment_money limit 1')).toBe('done');
  for (const change of [
    'insert into assignment_money (assignment_id, released) values (1, 1)',
    'update assignment_money set released = 0',
    'update assignment_money set refunded = 0',
    'delete from assignment_money',
  ])
    expect(await asService(change), change).toBe(noRight);
  const { options } = await market.one(`select reloptions as options from pg_class where relname = 'assignment_money'`);
  expect(options, 'the view uses the rights of its reader, not of its owner').toContain('security_invoker=true');
});

test('jobs can add measurements of a post, and change none', async () => {
  for (const table of ['deliverable_measurements', 'post_measurements'])
    for (const column of await columnsOf(table))
      expect(await asService(`update ${table} set ${column} = ${column}`), `${table}.${column}`).toBe(noRight);
  const metrics = ['views', 'likes', 'comments', 'counts_measured_at', 'saves', 'saves_measured_at'];
  const open = ['post_id', 'social_account_id', 'due_at', 'failures', ...metrics];
  const columns = await columnsOf('deliverable_scans');
  expect(columns).toEqual(expect.arrayContaining(['deliverable_id', 'content_id', ...open]));
  for (const column of columns)
    expect(await asService(`update deliverable_scans set ${column} = ${column} where false`), column).toBe(
      open.includes(column) ? 'done' : noRight,
    );
  for (const table of ['deliverable_measurements', 'post_measurements', 'posts', 'deliverable_scans'])
    expect(await asService(`delete from ${table}`), table).toBe(noRight);
  for (const kind of ['old_measurements', 'old_post_measurements'])
    expect(await asService(`select delete_${kind}('NOBODY', now(), 1)`), kind).toBe('done');
});
