import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { maxWaiting } from '../../schema/desk/operations.ts';
import { type Platform, platforms } from '../../schema/shared/enums.ts';
import { type Alarm, alarmsAt } from '../audit.ts';
import { array } from '../client.ts';
import { factsOf, json, jsonList, type Query, type RowOf } from '../query.ts';
import { campaignPosts } from '../tables/campaign-posts.ts';
import { deadLetters } from '../tables/dead-letters.ts';
import { factoryAccounts } from '../tables/factories.ts';
import { messages, outbox } from '../tables/notifications.ts';
import { posts } from '../tables/posts.ts';

export interface WaitingWork {
  readonly count: number;
  readonly oldestAt: string | null;
}

/** The number of rows, and the earliest `since` of them. `from` is read up to the limit, and begins with `from`. */
const waiting = (since: SQL, from: SQL): SQL<WaitingWork> =>
  sql<WaitingWork>`(select json_build_object('count', count(*), 'oldestAt', iso(min(since)))
    from (select ${since} as since ${from} limit ${maxWaiting}) waiting)`;

/** Rows of `source` that are due at the platform of the row `asked`, from the index of both columns. */
const dueAtPlatform = (table: PgTable, platform: AnyPgColumn, dueAt: AnyPgColumn, now: Date): SQL<WaitingWork> =>
  waiting(
    sql`${dueAt}`,
    sql`from ${table} where ${platform} = asked.platform and ${dueAt} <= ${now} order by ${dueAt}`,
  );

/** The messages that have been pending longest, whatever their channel: one scan of their index for both channels. */
const pendingMessages = sql`(select ${messages.channel} as channel, ${messages.dueAt} as due_at from ${messages}
  where ${messages.status} = 'PENDING' order by coalesce(${messages.queuedUntil}, ${messages.dueAt}) limit ${maxWaiting})`;

const dueMessages = (channel: 'MAIL' | 'WEBHOOK', now: Date): SQL<WaitingWork> =>
  waiting(sql`pending.due_at`, sql`from pending where pending.channel = ${channel} and pending.due_at <= ${now}`);

const undecided = sql`greatest(${campaignPosts.decideBy}, ${campaignPosts.postponedUntil})`;

const scansJson = (now: Date) =>
  json({
    platform: sql<Platform>`asked.platform`,
    posts: dueAtPlatform(posts, posts.platform, posts.dueAt, now),
    factoryAccounts: dueAtPlatform(factoryAccounts, factoryAccounts.platform, factoryAccounts.dueAt, now),
  });
const alarmJson = json({ alarm: sql<Alarm['alarm']>`alarms.alarm`, ids: sql<Alarm['ids']>`alarms.ids` });

const messagesJson = (now: Date) => json({ mails: dueMessages('MAIL', now), webhooks: dueMessages('WEBHOOK', now) });

const fieldsOf = (now: Date) => ({
  outbox: waiting(
    sql`${outbox.createdAt}`,
    sql`from ${outbox} where ${outbox.deliveredAt} is null order by ${outbox.id}`,
  ),
  messages: sql<{
    readonly mails: WaitingWork;
    readonly webhooks: WaitingWork;
  }>`(with pending as materialized ${pendingMessages} select ${messagesJson(now)})`,
  undecidedPosts: waiting(
    sql`${campaignPosts.decideBy}`,
    sql`from ${campaignPosts} where ${campaignPosts.status} = 'ON_MODERATION' and ${undecided} <= ${now} order by ${undecided}`,
  ),
  deadLetters: waiting(
    sql`${deadLetters.at}`,
    sql`from ${deadLetters} where ${deadLetters.requeuedAt} is null order by ${deadLetters.id}`,
  ),
  scans: jsonList(
    scansJson(now),
    sql`from unnest(${array([...platforms])}::text[]) with ordinality asked(platform, place)`,
    sql`asked.place`,
  ),
  alarms: jsonList(alarmJson, sql`from (${alarmsAt(now).statement}) alarms`, sql`alarms.alarm`),
});

export type ServiceStatus = RowOf<ReturnType<typeof fieldsOf>>;

/** How much background work waits, from one snapshot. */
export const serviceStatus = (now: Date): Query<ServiceStatus> => factsOf(fieldsOf(now));
