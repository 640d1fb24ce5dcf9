import { sql } from 'drizzle-orm/sql/sql';
import type { Recipient } from '../schema/outbox-records.ts';
import type { Db } from './client.ts';
import { recipientColumns } from './messages.ts';

/** A change of a password that is to be told to its owner. */
export interface ToldPasswordChange extends Recipient {
  readonly outboxId: number;
  readonly userId: number;
  readonly at: string;
  /** Those that work now, newest first. */
  readonly keys: readonly {
    readonly prefix: string;
    readonly createdAt: string;
    readonly lastUsedAt: string | null;
  }[];
}

/** What waits to be told, the oldest first. */
export async function waitingPasswordChanges(db: Db, most: number, now: Date): Promise<ToldPasswordChange[]> {
  const waiting = await db.rows<{ told: ToldPasswordChange }>(sql`
    select json_build_object('outboxId', o.id, 'userId', u.id, 'at', iso(o.created_at), ${recipientColumns}, 'keys', (
      select coalesce(json_agg(json_build_object('prefix', k.prefix, 'createdAt', iso(k.created_at), 'lastUsedAt', iso(k.last_used_at))
        order by k.created_at desc, k.id desc), '[]')
      from api_keys k
      where k.owner_id = u.id and k.deleted_at is null and (k.expires_at is null or k.expires_at > ${now}))) as told
    from (
      select id, created_at, payload from outbox
      where delivered_at is null and topic = 'password'
        -- The news of a user who is gone would stay at the head for good.
        and exists (select from users where users.id = (payload->>'userId')::bigint)
      order by id limit ${most}) o
    join users u on u.id = (o.payload->>'userId')::bigint
    order by o.id`);
  return waiting.map(({ told }) => told);
}
