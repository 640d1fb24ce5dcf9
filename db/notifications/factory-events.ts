import { sql } from 'drizzle-orm/sql/sql';
import { type FactoryEventKind, type FactoryPostFlag, maxFlaggedPosts } from '../../schema/factories/factory-terms.ts';
import type { Db } from '../client.ts';
import { json, select, type TypeOf } from '../query.ts';
import { factories, factoryAccounts } from '../tables/factories.ts';
import { outbox } from '../tables/notifications.ts';
import { partyOf } from './recipients.ts';

const kind = sql<FactoryEventKind>`${outbox.payload}->>'kind'`;
const data = sql`${outbox.payload}->'data'`;

const flaggedJson = json({
  factoryAccountId: factoryAccounts.id,
  /** The first of them. */
  posts: sql<
    readonly FlaggedPost[]
  >`jsonb_path_query_array(${data}, ${sql.raw(`'$.posts[0 to ${maxFlaggedPosts - 1}]'`)})`,
  postsTotal: sql<number>`jsonb_array_length(${data}->'posts')`,
});

/** A post with an unusual measurement. */
export interface FlaggedPost {
  readonly postId: number;
  readonly flags: readonly FactoryPostFlag[];
}

const eventJson = json({
  outboxId: outbox.id,
  kind,
  at: outbox.createdAt,
  factoryId: factories.id,
  name: factories.name,
  pauseReason: factories.pauseReason,
  owner: partyOf(factories.ownerId, kind),
  /** Null for other events, and when the account is removed or its owner does not let this factory read it any more. */
  flagged: sql<TypeOf<typeof flaggedJson> | null>`case when ${factoryAccounts.id} is not null then ${flaggedJson} end`,
  /** Null for other events. */
  credits: sql<LowCredits | null>`case when ${kind} = 'factory.credits_low' then ${data} end`,
});

interface LowCredits {
  readonly balance: number;
  /** Full days. */
  readonly daysLeft: number;
}

/** An event of a factory whose owner is to be notified, as JSON. */
export type NotifiedFactoryEvent = TypeOf<typeof eventJson>;

/** The events of factories whose owners were not notified yet, the oldest first. */
export const waitingFactoryEvents = async (db: Db, limit: number): Promise<NotifiedFactoryEvent[]> => {
  const waiting = sql`select ${outbox.id}, ${outbox.createdAt}, ${outbox.payload} from ${outbox}
    where ${outbox.deliveredAt} is null and ${outbox.topic} = 'factory' order by ${outbox.id} limit ${limit}`;
  const rows = await db.read(
    select(
      { event: eventJson },
      sql`from (${waiting}) ${outbox}
        join ${factories} on ${factories.id} = (${outbox.payload}->>'factoryId')::bigint
        left join ${factoryAccounts} on ${factoryAccounts.id} = (${data}->>'factoryAccountId')::bigint
          and (${factoryAccounts.socialAccountId} is null or factory_may_read(${factoryAccounts}, ${factories.ownerId}))
        order by ${outbox.id}`,
    ),
  );
  return rows.map(({ event }) => event);
};
