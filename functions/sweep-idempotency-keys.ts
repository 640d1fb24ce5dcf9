import { sql } from 'drizzle-orm/sql/sql';
import type { JobCtx, JobResult } from './context.ts';

/** How long a key answers as it first did. */
export const keptDays = 7;
const batch = 5_000;

/** Keys older than seven days are gone, at most a batch of them. */
export async function sweepIdempotencyKeys({ db, now }: JobCtx): Promise<JobResult> {
  const oldest = new Date(now().getTime() - keptDays * 86_400_000);
  const [swept] = await db.rows<{ count: bigint }>(sql`
    with old as (select owner_id, key from idempotency_keys where created_at < ${oldest} limit ${batch}),
      gone as (delete from idempotency_keys k using old where k.owner_id = old.owner_id and k.key = old.key returning 1)
    select count(*) as count from gone`);
  const done = Number(swept?.count ?? 0);
  return { done, isMore: done === batch };
}
