import { type SQL, type SQLWrapper, sql } from 'drizzle-orm/sql/sql';
import type { AccountEventActor, AccountEventKind } from '../../schema/shared/enums.ts';
import type { Db } from '../client.ts';
import { insertSelect, json, select, type TypeOf } from '../query.ts';
import { outbox } from '../tables/notifications.ts';
import { socialAccounts } from '../tables/social-accounts.ts';
import { partyOf } from './recipients.ts';

export interface AccountEvent {
  readonly accountId: number;
  readonly kind: AccountEventKind;
  readonly actor: AccountEventActor;
}

/** Notifies the owner of an account. A statement of the commit that changes the account. */
export const notifyOwner = (event: AccountEvent, at: Date): SQL => insertEvent(event, at, sql``);

/** Runs an update of at most one row, and notifies the owner of the account if it changed the row. */
export const changeAndNotify = (change: SQLWrapper, event: AccountEvent, at: Date): SQL =>
  sql`with changed as (${change.getSQL()} returning 1) ${insertEvent(event, at, sql`from changed`)}`;

const insertEvent = ({ accountId, kind, actor }: AccountEvent, at: Date, from: SQL): SQL =>
  insertSelect(
    outbox,
    {
      topic: sql`'social-account'`,
      payload: sql`jsonb_build_object('accountId', ${accountId}::bigint, 'kind', ${kind}::text, 'actor', ${actor}::text)`,
      createdAt: sql`${at}::timestamptz`,
    },
    from,
  );

const kind = sql<AccountEventKind>`${outbox.payload}->>'kind'`;

const eventJson = json({
  outboxId: outbox.id,
  kind,
  actor: sql<AccountEventActor>`${outbox.payload}->>'actor'`,
  at: outbox.createdAt,
  accountId: socialAccounts.id,
  platform: socialAccounts.platform,
  handle: socialAccounts.handle,
  owner: partyOf(socialAccounts.ownerId, kind),
});

/** An event of an account whose owner is to be notified, as JSON. */
export type NotifiedAccountEvent = TypeOf<typeof eventJson>;

/** The events of accounts whose owners were not notified yet, the oldest first. */
export const waitingAccountEvents = async (db: Db, limit: number): Promise<NotifiedAccountEvent[]> => {
  const waiting = sql`select ${outbox.id}, ${outbox.createdAt}, ${outbox.payload} from ${outbox}
    where ${outbox.deliveredAt} is null and ${outbox.topic} = 'social-account' order by ${outbox.id} limit ${limit}`;
  const rows = await db.read(
    select(
      { event: eventJson },
      sql`from (${waiting}) ${outbox}
        join ${socialAccounts} on ${socialAccounts.id} = (${outbox.payload}->>'accountId')::bigint order by ${outbox.id}`,
    ),
  );
  return rows.map(({ event }) => event);
};
