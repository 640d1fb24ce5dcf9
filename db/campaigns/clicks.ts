import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { array, type Db, jsonb } from '../client.ts';
import { build, countChanged, json, query, select } from '../query.ts';
import { campaigns } from '../tables/campaigns.ts';
import { countedClicks, trackingDays, trackingLinks } from '../tables/tracking-links.ts';

/** A click as a message of the queue. */
export interface SentClick {
  readonly messageId: string;
  readonly linkId: number;
  /** ISO 8601. */
  readonly at: string;
}

export interface CountableClick {
  readonly messageId: string;
  readonly code: string;
}

/**
 * Counts the clicks whose messages were not counted before, and returns all clicks before the end of their campaign, also those that were counted
 * before: their visitors may still be missing in Redis.
 */
export async function countClicks(db: Db, clicks: readonly SentClick[], at: Date): Promise<readonly CountableClick[]> {
  const given = sql`jsonb_to_recordset(${jsonb(clicks)})
    as given("messageId" text, "linkId" bigint, at timestamptz)`;
  const changed = {
    clicks: sql`${trackingLinks.clicks} + sums.clicks`,
    lastClickAt: sql`greatest(${trackingLinks.lastClickAt}, sums.last_at)`,
    sketchDueAt: at,
  };
  // The locks are in the order of ids, so that two batches with the same links never wait for each other.
  return db.read(
    query(
      { messageId: sql<string>`message_id`, code: sql<string>`code` },
      (columns) => sql`with
        link as (
          select id, code, campaign_id from ${trackingLinks} where id = any (${array(linkIdsOf(clicks))}::bigint[])
          order by id for no key update),
        click as (
          select distinct on (given."messageId") given."messageId" as message_id, link.id as link_id, link.code,
            given.at as clicked_at
          from ${given} join link on link.id = given."linkId" join ${campaigns} on ${campaigns.id} = link.campaign_id
          where ${campaigns.endedAt} is null or given.at < ${campaigns.endedAt}),
        fresh as (
          insert into ${countedClicks} (message_id, counted_at) select message_id, ${at} from click on conflict do nothing returning message_id),
        days as (
          insert into ${trackingDays} (link_id, day, clicks)
          select link_id, (clicked_at at time zone 'UTC')::date as day, count(*) from click join fresh using (message_id) group by link_id, day
          on conflict (link_id, day) do update set clicks = ${trackingDays.clicks} + excluded.clicks),
        sums as (
          select link_id, count(fresh.message_id) as clicks, max(clicked_at) as last_at
          from click left join fresh using (message_id) group by link_id),
        links as (${build.update(trackingLinks).set(changed).from(sql`sums`).where(sql`${trackingLinks.id} = sums.link_id`).getSQL()})
      select ${columns} from click`,
    ),
  );
}

const linkIdsOf = (clicks: readonly SentClick[]): number[] => [...new Set(clicks.map(({ linkId }) => linkId))];

const dueJson = {
  linkId: trackingLinks.id,
  code: trackingLinks.code,
  /** In hexadecimal; empty before the first one. */
  sketch: sql<string>`coalesce(encode(${trackingLinks.sketch}, 'hex'), '')`,
  sketchedAt: trackingLinks.sketchedAt,
};

/** Links with clicks that the stored sketch may lack, whose sketch was last stored at `before` or earlier, or never; at most `limit`. */
export const dueSketches = (before: Date, limit: number) =>
  select(
    dueJson,
    sql`from ${trackingLinks} where ${trackingLinks.sketchDueAt} is not null
      and (${trackingLinks.sketchedAt} is null or ${trackingLinks.sketchedAt} <= ${before})
      order by ${trackingLinks.id} limit ${limit}`,
  );

/** A sketch as Redis has it now. */
export interface ReadSketch {
  readonly linkId: number;
  /** The `sketched_at` of the stored sketch that was merged into it; null if there was none. */
  readonly storedAt: Date | null;
  readonly visitors: number;
  /** In hexadecimal; empty if Redis did not return it. */
  readonly sketch: string;
}

/**
 * Stores sketches that were read from Redis at `at`, and returns their number. It skips a link whose sketch another run has stored since.
 * `uniqueClicks` never falls. A link with clicks at or after `settledBefore` stays due, because their visitors may have reached Redis after
 * the read.
 */
export async function storeSketches(
  db: Db,
  sketches: readonly ReadSketch[],
  { at, settledBefore }: { readonly at: Date; readonly settledBefore: Date },
): Promise<number> {
  const changes = {
    uniqueClicks: sql`greatest(${trackingLinks.uniqueClicks}, least(${trackingLinks.clicks}, given.visitors))`,
    sketch: sql`coalesce(decode(nullif(given.sketch, ''), 'hex'), ${trackingLinks.sketch})`,
    sketchedAt: at,
    sketchDueAt: sql`case when ${trackingLinks.sketchDueAt} >= ${settledBefore} then ${trackingLinks.sketchDueAt} end`,
  };
  return countChanged(
    db,
    build
      .update(trackingLinks)
      .set(changes)
      .from(
        sql`jsonb_to_recordset(${jsonb(sketches)}) as given("linkId" bigint, "storedAt" timestamptz, visitors bigint, sketch text)`,
      )
      .where(
        sql`${trackingLinks.id} = given."linkId" and ${trackingLinks.sketchedAt} is not distinct from given."storedAt"`,
      ),
  );
}

/** Deletes the ids of messages that were counted before `before`, at most `limit`, and returns their number. */
export const deleteOldClicks = (db: Db, before: Date, limit: number): Promise<number> =>
  countChanged(
    db,
    build
      .delete(countedClicks)
      .where(
        sql`${countedClicks.messageId} in (select message_id from ${countedClicks} where counted_at < ${before} order by counted_at limit ${limit})`,
      ),
  );

/** The clicks of a campaign, and the sum of the visitors of its links: a visitor of two links counts twice. A field of the facts. */
export const clicksOfCampaign = (campaignId: number): SQL<{ readonly clicks: number; readonly uniqueClicks: number }> =>
  sql`(select ${json({
    clicks: sql<number>`coalesce(sum(${trackingLinks.clicks}), 0)`,
    uniqueClicks: sql<number>`coalesce(sum(${trackingLinks.uniqueClicks}), 0)`,
  })} from ${trackingLinks} where ${trackingLinks.campaignId} = ${campaignId})`;

/** Selects `day` and `clicks`: the clicks of a campaign on each UTC day with clicks, from the first day to the last one. */
export const clicksOfDays = (campaignId: SQL, first: SQL, last: SQL): SQL =>
  sql`select ${trackingDays.day} as day, sum(${trackingDays.clicks}) as clicks
    from ${trackingLinks} join ${trackingDays} on ${trackingDays.linkId} = ${trackingLinks.id}
    where ${trackingLinks.campaignId} = ${campaignId} and ${trackingDays.day} between ${first} and ${last} group by 1`;
