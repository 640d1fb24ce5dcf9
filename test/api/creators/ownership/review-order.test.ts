import { PgDialect } from 'drizzle-orm/pg-core';
import { afterAll, expect, test } from 'vitest';
import { reviewsPage } from '../../../../db/creators/ownership-reviews.ts';
import { reviewStatuses } from '../../../../schema/creators/ownership-terms.ts';
import { marketOf } from '../../../support/market/market.ts';
import { requestedStatement } from '../../../support/requested-statement.ts';
import { shared } from '../../../support/stack/shared.ts';

const market = marketOf({ baseUrl: shared.baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
afterAll(() => market.close());

/** The statement that reads a page. */
async function statementOf(page: Parameters<typeof reviewsPage>[1]): Promise<{ sql: string; params: unknown[] }> {
  const statement = await requestedStatement((db) => reviewsPage(db, page));
  return new PgDialect().sqlToQuery(statement.getSQL());
}

test.each(reviewStatuses)('an index returns %s reviews in order, without a sort', async (status) => {
  const { sql, params } = await statementOf({ status, limit: 20 });
  const client = await market.pool.connect();
  await client.query('begin');
  // The tables of a test are small: without this setting any plan would be cheap.
  await client.query('set local enable_seqscan = off; set local enable_bitmapscan = off; set local enable_sort = off');
  const { rows } = await client.query(`explain ${sql}`, params);
  await client.query('rollback');
  client.release();
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toMatch(
    status === 'PENDING_REVIEW' ? /using ownership_claims_(waiting|reviews)/ : /using ownership_claims_reviews/,
  );
  expect(plan).not.toMatch(/Sort|Seq Scan on ownership_claims/);
});
