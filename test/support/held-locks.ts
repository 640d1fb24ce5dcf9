import { expect, vi } from 'vitest';
import type { Reply } from './client.ts';
import type { Market } from './market/market.ts';
import { pollTimeout } from './stack/poll-timeout.ts';

type Requested = () => Promise<Reply>;

/** Holds the locks of a statement while requests run into them. */
export function heldLocksOf({ pool, one }: Pick<Market, 'pool' | 'one'>) {
  const untilWaiting = (count: number) =>
    vi.waitFor(async () => {
      const { waiting } = await one(
        `select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(waiting).toBe(count);
    }, pollTimeout);

  /** Sends the requests while the statement is not committed. Each waits for a lock before the next one is sent. */
  async function during(
    statement: string,
    values: readonly unknown[],
    requests: readonly Requested[],
  ): Promise<Reply[]> {
    const holder = await pool.connect();
    const replies: Promise<Reply>[] = [];
    try {
      await holder.query('begin');
      await holder.query(statement, [...values]);
      for (const request of requests) {
        replies.push(request());
        await untilWaiting(replies.length);
      }
    } finally {
      await holder.query('commit');
      holder.release();
    }
    return Promise.all(replies);
  }

  /**
   * Sends the requests of a user, which go on in this order once all of them have read their facts. They have no Idempotency-Key: it would lock
   * the user before, and then Postgres keeps no order.
   */
  const inOrder = (userId: number, requests: readonly Requested[]): Promise<Reply[]> =>
    during('select from users where id = $1 for no key update', [userId], requests);

  return { during, inOrder };
}
