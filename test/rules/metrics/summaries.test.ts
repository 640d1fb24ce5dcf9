import { expect, test } from 'vitest';
import type { Db } from '../../../db/client.ts';
import { Unreachable } from '../../../db/failures.ts';
import { render } from '../../../db/statements.ts';
import { summarizeAnalytics } from '../../../functions/metrics/analytics/index.ts';
import { Refusal } from '../../../schema/shared/errors.ts';
import { jobContextOf } from '../../support/stack/jobs.ts';

/** Runs the job on a database that finishes at most `max` orders in time, and returns the batches that it tried. */
async function triedWith(max: number, failure: Error): Promise<{ batches: unknown[]; outcome: unknown }> {
  const batches: unknown[] = [];
  const none = () => Promise.reject(new Error('the job makes only one read'));
  const db: Db = {
    async read({ statement, decode }) {
      const [size] = render(statement).params;
      batches.push(size);
      if (Number(size) > max) throw failure;
      return [decode({ summarized: size })];
    },
    readBoth: none,
    transaction: none,
  };
  const nowhere = 'postgres://nobody@localhost/none';
  const context = jobContextOf({
    databaseUrls: { guest: '', auth: '', api: '', jobs: nowhere },
    neonUrl: 'http://localhost',
  });
  const outcome = await summarizeAnalytics({ ...context(), db }).catch((error: unknown) => error);
  return { batches, outcome };
}

const tooSlow = new Refusal('SERVICE_UNAVAILABLE');

test('a batch of orders that takes too long is divided until Postgres finishes it', async () => {
  expect(await triedWith(30, tooSlow)).toEqual({ batches: [100, 25], outcome: { done: 25, isMore: true } });
  expect(await triedWith(1, tooSlow)).toEqual({ batches: [100, 25, 7, 2, 1], outcome: { done: 1, isMore: true } });
});

test('the job fails when one order takes too long, when Postgres is unreachable and after a defect', async () => {
  expect(await triedWith(0, tooSlow)).toEqual({ batches: [100, 25, 7, 2, 1], outcome: tooSlow });
  for (const failure of [new Unreachable(new Error('refused')), new Error('a defect')])
    expect(await triedWith(0, failure)).toEqual({ batches: [100], outcome: failure });
});
