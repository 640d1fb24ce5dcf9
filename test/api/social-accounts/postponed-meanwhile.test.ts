import { afterAll, beforeAll, expect, test } from 'vitest';
import { grantedPostsOf } from '../../support/market/granted-posts.ts';
import { type OwnMarket, ownMarket } from '../../support/stack/own-market.ts';

let own: OwnMarket;
ownMarket((started) => {
  own = started;
});

/** A job that postpones the average views of a channel waits for this lock, with the row of the channel locked. */
const lock = 8_135;

beforeAll(() =>
  own.market.pool.query(
    `create function wait_for_test() returns trigger language plpgsql as $$ begin
       perform pg_advisory_xact_lock(${lock}); return new; end $$;
     create trigger wait_for_test before update on channels for each row
       when (new.views_due_at > old.views_due_at + interval '1 hour') execute function wait_for_test()`,
  ),
);
afterAll(() => own.market.pool.query('drop trigger wait_for_test on channels; drop function wait_for_test'));

test('average views are due at once for a consent that is given while a job postpones them for lack of one', async () => {
  const { stack, market, control } = own;
  const post = await grantedPostsOf(stack, market).aGrantedPost('INSTAGRAM', { shareMetrics: false });
  const dueInMs = async () => {
    const { due } = await market.one('select views_due_at as due from channels where id = $1', [post.channelId]);
    return due.getTime() - (await control.now()).getTime();
  };
  await market.pool.query(`update channels set views_due_at = now() - interval '1 minute' where id = $1`, [
    post.channelId,
  ]);
  const holder = await market.pool.connect();
  const waiting = async () =>
    (await market.pool.query(`select from pg_stat_activity where wait_event_type = 'Lock'`)).rowCount;
  try {
    await holder.query('select pg_advisory_lock($1)', [lock]);
    const job = control.run('take-due-platform-work');
    await expect.poll(waiting).toBeGreaterThanOrEqual(1);
    const consent = post.share(true);
    await expect.poll(waiting).toBeGreaterThanOrEqual(2);
    await holder.query('select pg_advisory_unlock($1)', [lock]);
    await Promise.all([job, consent]);
  } finally {
    await holder.query('select pg_advisory_unlock_all()');
    holder.release();
  }
  expect(await dueInMs()).toBeLessThanOrEqual(0);
});
