import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { isLive, newestFirst } from '../identity/api-keys.ts';
import { json, jsonList, select, type TypeOf } from '../query.ts';
import type { ParametersOf } from '../statements.ts';
import { storedRead } from '../stored.ts';
import { apiKeys } from '../tables/api-keys.ts';
import { users } from '../tables/identity.ts';
import { outbox } from '../tables/notifications.ts';
import { recipientFields } from './recipients.ts';

const keyJson = json({ prefix: apiKeys.prefix, createdAt: apiKeys.createdAt, lastUsedAt: apiKeys.lastUsedAt });

const changeJson = (now: SQL<Date>) =>
  json({
    outboxId: outbox.id,
    userId: users.id,
    at: outbox.createdAt,
    ...recipientFields,
    /** The keys that work now, newest first. */
    keys: jsonList(keyJson, sql`from ${apiKeys} where ${isLive(users.id, now)}`, newestFirst),
  });

/** A change of a password whose user is to be notified, as JSON. */
export type PasswordChangeRecord = TypeOf<ReturnType<typeof changeJson>>;

const userId = sql`(${outbox.payload}->>'userId')::bigint`;

/** The changes whose users were not notified yet, the oldest first. */
export const waitingPasswordChanges = storedRead('waiting_password_changes', ['limit', 'now'], waitingChanges);

function waitingChanges({ limit, now }: ParametersOf<{ readonly limit: number; readonly now: Date }>) {
  // Without the check the event of a deleted user would stay at the head forever.
  const waiting = sql`
    select ${outbox.id}, ${outbox.createdAt}, ${outbox.payload} from ${outbox}
    where ${outbox.deliveredAt} is null and ${outbox.topic} = 'password'
      and exists (select from ${users} where ${users.id} = ${userId})
    order by ${outbox.id} limit ${limit}`;
  return select(
    { change: changeJson(now) },
    sql`from (${waiting}) ${outbox} join ${users} on ${users.id} = ${userId} order by ${outbox.id}`,
  );
}
