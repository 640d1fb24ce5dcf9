import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { Counter } from '../schema/figures.ts';
import { type Db, jsonb } from './client.ts';
import { type Lendable, type Lent, type Loan, lend } from './loans.ts';

/** What is handed in is measured from now on; what is measured already goes on as it does. */
export const trackPosts = (assignmentId: number, at: Date): SQL => sql`
  insert into deliverable_scans as scan (deliverable_id, platform, content_id, delivered_at, due_at)
  select d.id, a.channel->>'platform', d.content_id, ${at}::timestamptz, ${at}::timestamptz
  from placement_assignments a join deliverables d on d.assignment_id = a.id
  where a.id = ${assignmentId} and d.kind = 'PUBLIC' and d.content_id is not null and a.channel->>'platform' is not null
  on conflict (deliverable_id, content_id) do update set due_at = coalesce(scan.due_at, excluded.due_at)`;

export interface DuePost extends Lent {
  readonly deliverableId: number;
  readonly contentId: string;
}

export const lendablePosts: Lendable = { table: 'deliverable_scans', dueAt: 'due_at', failures: 'failures' };

/**
 * Delivered posts that are due at one platform; see lend(). They are measured while the work goes on and after it was paid,
 * also while changes of it are wanted; no more once it is refunded, names another post, or was handed in before `trackedSince`.
 */
export const lendDuePosts = (db: Db, loan: Loan, trackedSince: Date): Promise<{ lent: DuePost[]; seen: number }> => {
  const due = sql`
    select scan.id, scan.delivered_at > ${trackedSince} and d.content_id is not distinct from scan.content_id
      and a.status in ('SUBMITTED', 'CHANGES_REQUESTED', 'DISPUTED', 'APPROVED', 'RESOLVED') as is_lent
    from deliverable_scans scan
    join deliverables d on d.id = scan.deliverable_id
    join placement_assignments a on a.id = d.assignment_id
    where scan.platform = ${loan.platform} and scan.due_at <= ${loan.at}
    order by scan.due_at limit ${loan.most} for no key update of scan skip locked`;
  const told = sql`lent.deliverable_id::float8 as "deliverableId", lent.content_id as "contentId"`;
  return lend<DuePost>(db, lendablePosts, { due, told, putOffUntil: null }, loan);
};

/** Counters of one post as they were told just now; null is unknown. Null instead of them: nobody can see the post. */
export interface PostFigures extends DuePost {
  readonly counters: {
    readonly views: number | null;
    readonly likes: number | null;
    readonly comments: number | null;
    readonly saves: number | null;
  } | null;
}

export interface Telling {
  readonly source: string;
  readonly viewDefinition: string | null;
  readonly at: Date;
  readonly lentUntil: Date;
}

/**
 * What was told of the posts, as long as they are lent to whoever asked. A counter that fell is stored as it was told, and
 * flagged. What is last known changes by what is known alone: neither a null nor an old figure gets a new time.
 */
export const recordFigures = (
  figures: readonly PostFigures[],
  { source, viewDefinition, at, lentUntil }: Telling,
): SQL => sql`
  with told as (
    select scan.id, scan.deliverable_id, scan.content_id, n.counters is null as is_gone, c.*
    from jsonb_to_recordset(${jsonb(figures)}) as n(id bigint, counters jsonb)
    cross join lateral jsonb_to_record(coalesce(nullif(n.counters, 'null'), '{}')) as c(views bigint, likes bigint, comments bigint, saves bigint)
    join deliverable_scans scan on scan.id = n.id and scan.due_at = ${lentUntil}
    for no key update of scan
  ), measured as (
    insert into deliverable_measurements (deliverable_id, measured_at, content_id, source, view_definition, views, likes,
      comments, saves, reason, fallen)
    select t.deliverable_id, ${at}, t.content_id, ${source}, ${viewDefinition}, t.views, t.likes, t.comments, t.saves,
      case when t.is_gone then 'UNAVAILABLE' when num_nulls(t.views, t.likes, t.comments) > 0 then 'HIDDEN' end,
      array_remove(array[${fell('views')}, ${fell('likes')}, ${fell('comments')}, ${fell('saves')}], null)
    from told t
    on conflict do nothing
  )
  update deliverable_scans scan set
    views = case when t.is_complete then t.views else scan.views end,
    likes = case when t.is_complete then t.likes else scan.likes end,
    comments = case when t.is_complete then t.comments else scan.comments end,
    counted_at = case when t.is_complete then ${at} else scan.counted_at end,
    saves = coalesce(t.saves, scan.saves),
    saves_at = case when t.saves is not null then ${at} else scan.saves_at end
  from (select *, num_nulls(views, likes, comments) = 0 as is_complete from told) t
  where scan.id = t.id`;

/** The name of the counter if it is below the last known one of the post `t`. */
const fell = (counter: Counter): SQL => {
  const column = sql.raw(counter);
  return sql`case when t.${column} < (select m.${column} from deliverable_measurements m
    where m.deliverable_id = t.deliverable_id and m.content_id = t.content_id and m.${column} is not null
    order by m.measured_at desc limit 1) then ${counter}::text end`;
};
