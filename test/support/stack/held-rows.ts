import type pg from 'pg';
import { expect } from 'vitest';

/** A statement that locks rows, or writes one that others wait for. */
export interface Hold {
  readonly text: string;
  readonly values: readonly unknown[];
}

/**
 * Sends a request that waits for rows which this transaction has locked. `meanwhile` runs while the request waits, on
 * the connection with the locks. The transaction is then rolled back, and the request continues.
 */
export async function whileHeld<Answer>(
  pool: pg.Pool,
  { text, values }: Hold,
  send: () => Promise<Answer>,
  meanwhile: (holder: pg.PoolClient) => Promise<unknown>,
): Promise<Answer> {
  const holder = await pool.connect();
  let sent: Promise<Answer> | undefined;
  try {
    await holder.query('begin');
    await holder.query(text, [...values]);
    const pid = (await holder.query('select pg_backend_pid() as pid')).rows[0].pid;
    sent = send();
    await expect
      .poll(async () => (await pool.query(waiters, [pid])).rowCount, { message: 'the request waits for the rows' })
      .toBeGreaterThan(0);
    await meanwhile(holder);
  } finally {
    await holder.query('rollback');
    holder.release();
    await sent?.catch(() => undefined);
  }
  return sent;
}

/** The row of a request's Idempotency-Key: a commit writes it first, after all reads. */
export const heldKey = (ownerId: number, key: string): Hold => ({
  text: `insert into idempotency_keys (owner_id, key, fingerprint, status, body, created_at) values ($1, $2, 'held', 201, '{}', now())`,
  values: [ownerId, key],
});

const waiters = 'select from pg_stat_activity where $1 = any (pg_blocking_pids(pid))';
