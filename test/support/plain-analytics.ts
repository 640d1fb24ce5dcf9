import type { Pool } from 'pg';
import { engagementOf } from '../../schema/metrics/engagement.ts';
import { assignmentStatuses, type Platform, platforms } from '../../schema/shared/enums.ts';
import { usdt } from '../../schema/shared/money.ts';

interface Work {
  readonly id: number;
  readonly orderId: number;
  readonly creatorId: number;
  readonly publicId: string;
  readonly displayName: string | null;
  readonly type: string;
  readonly status: string;
  readonly quantity: number;
  readonly total: bigint;
  readonly held: bigint;
  readonly released: bigint;
  readonly refunded: bigint;
  readonly createdAt: number;
  readonly acceptedAt: number | null;
  readonly deliveredAt: number | null;
  readonly endedAt: number | null;
  readonly posts: readonly Post[];
}

interface Post {
  /** Results with the same name share one post. */
  readonly name: string;
  /** Null for a result that files prove. */
  readonly platform: Platform | null;
  readonly counted: {
    readonly at: number;
    readonly views: bigint;
    readonly likes: bigint;
    readonly comments: bigint;
  } | null;
  readonly saved: { readonly at: number; readonly saves: bigint } | null;
}

/** Reads the data of an advertiser's metrics from the original rows, without any derived ones. */
export async function assignmentRows(pool: Pool, advertiserId: number, shownSince: ShownSince): Promise<Work[]> {
  const { rows } = await pool.query(
    `select a.*, c.public_id, p.published_profile->>'displayName' as display_name, h.amount, h.released as paid, h.refunded as returned,
       (select coalesce(json_agg(json_build_object('id', d.id, 'platform', s.platform, 'contentId', s.content_id, 'views', s.views::text,
          'likes', s.likes::text, 'comments', s.comments::text, 'countsMeasuredAt', s.counts_measured_at, 'saves', s.saves::text, 'savesMeasuredAt', s.saves_measured_at)), '[]')
        from deliverables d left join deliverable_scans s on s.deliverable_id = d.id and s.content_id = d.content_id
        where d.assignment_id = a.id and d.kind = 'PUBLIC' and (d.content_id is not null
          or d.id in (select deliverable_id from deliverable_proofs))) as posts
     from placement_assignments a join creators c on c.user_id = a.creator_id left join creator_pages p on p.creator_id = a.creator_id
     left join ledger_holds h on h.assignment_id = a.id where a.advertiser_id = $1`,
    [advertiserId],
  );
  return rows.map((row) => ({
    ...{ id: Number(row.id), orderId: Number(row.order_id), creatorId: Number(row.creator_id) },
    ...{
      publicId: row.public_id,
      displayName: row.display_name,
      type: row.type,
      status: row.status,
      quantity: row.quantity,
    },
    total: BigInt(row.base) + BigInt(row.brand_fee),
    held: BigInt(row.amount ?? 0) - BigInt(row.paid ?? 0) - BigInt(row.returned ?? 0),
    ...{ released: BigInt(row.paid ?? 0), refunded: BigInt(row.returned ?? 0) },
    ...{ createdAt: row.created_at.getTime(), acceptedAt: msOf(row.accepted_at) },
    ...{ deliveredAt: msOf(row.delivered_at), endedAt: msOf(row.ended_at) },
    posts: row.posts.map((post: Record<string, string | null>) => ({
      name: post.contentId ? `${post.platform} ${post.contentId}` : `result ${post.id}`,
      platform: post.platform ?? null,
      counted:
        post.countsMeasuredAt && isShown(post.platform, post.countsMeasuredAt, shownSince)
          ? {
              at: Date.parse(post.countsMeasuredAt),
              ...{
                views: BigInt(post.views ?? 0),
                likes: BigInt(post.likes ?? 0),
                comments: BigInt(post.comments ?? 0),
              },
            }
          : null,
      saved:
        post.savesMeasuredAt && isShown(post.platform, post.savesMeasuredAt, shownSince)
          ? { at: Date.parse(post.savesMeasuredAt), saves: BigInt(post.saves ?? 0) }
          : null,
    })),
  }));
}

/** The time from which measurements of a platform are shown; measurements of missing platforms are hidden. */
export type ShownSince = Readonly<Record<string, number>>;

const isShown = (platform: string | null | undefined, at: string, since: ShownSince) =>
  Date.parse(at) >= (since[platform ?? ''] ?? Infinity);

const msOf = (at: Date | null): number | null => at?.getTime() ?? null;

interface Period {
  readonly from: number;
  readonly until: number;
}

/** Computes the metrics of assignments alive in a period, one field after the other, as the interface names them. */
export function plainAnalytics(all: readonly Work[], period: Period, alive = true) {
  const assignments = all.filter(
    (work) => !alive || (work.createdAt < period.until && (work.endedAt ?? Infinity) >= period.from),
  );
  const creators = [...new Set(assignments.map(({ creatorId }) => creatorId))];
  const rows = creators.map((creatorId) => ({
    creatorId,
    own: assignments.filter((work) => work.creatorId === creatorId),
  }));
  rows.sort(
    (a, b) =>
      compare(sum(b.own, 'released'), sum(a.own, 'released')) ||
      b.own.length - a.own.length ||
      a.creatorId - b.creatorId,
  );
  return {
    totals: {
      orders: new Set(assignments.map(({ orderId }) => orderId)).size,
      assignments: assignments.length,
      creators: creators.length,
      orderedResults: assignments.reduce((count, { quantity }) => count + quantity, 0),
      ...{ deliveredResults: delivered(assignments), ...holds(assignments) },
      acceptSeconds: seconds(assignments.map(({ createdAt, acceptedAt }) => between(createdAt, acceptedAt))),
      deliverSeconds: seconds(assignments.map(({ acceptedAt, deliveredAt }) => between(acceptedAt, deliveredAt))),
    },
    byStatus: assignmentStatuses.map((status) => {
      const of = assignments.filter((work) => work.status === status);
      return { status, assignments: of.length, total: usdt(sum(of, 'total')) };
    }),
    byCreator: rows.slice(0, 100).map(({ own }) => ({
      ...{ creatorPublicId: own[0]?.publicId, displayName: own[0]?.displayName ?? null, assignments: own.length },
      ...{ deliveredResults: delivered(own), ...holds(own), ...engagement(own) },
    })),
    series: daysOf(period).map((day) => {
      const on = (at: number | null) =>
        at !== null && at >= day && at < day + dayMs && at >= period.from && at < period.until;
      const funded = assignments.filter(({ createdAt }) => on(createdAt));
      const ended = assignments.filter(({ endedAt }) => on(endedAt));
      return {
        date: new Date(day).toISOString().slice(0, 10),
        funded: funded.length,
        accepted: assignments.filter(({ acceptedAt }) => on(acceptedAt)).length,
        deliveredResults: delivered(assignments.filter(({ deliveredAt }) => on(deliveredAt))),
        approved: ended.filter(({ status }) => status === 'APPROVED').length,
        reserved: usdt(sum(funded, 'total')),
        ...{ spent: usdt(sum(ended, 'released')), refunded: usdt(sum(ended, 'refunded')) },
      };
    }),
    ...engagement(assignments),
  };
}

const dayMs = 86_400_000;

function daysOf({ from, until }: Period): number[] {
  const days: number[] = [];
  for (let day = Math.floor(from / dayMs) * dayMs; day < until; day += dayMs) days.push(day);
  return days;
}

const compare = (a: bigint, b: bigint) => (a < b ? -1 : a > b ? 1 : 0);
const sum = (assignments: readonly Work[], what: 'total' | 'held' | 'released' | 'refunded') =>
  assignments.reduce((total, work) => total + work[what], 0n);
const holds = (assignments: readonly Work[]) => ({
  ...{
    reserved: usdt(sum(assignments, 'held')),
    spent: usdt(sum(assignments, 'released')),
    refunded: usdt(sum(assignments, 'refunded')),
  },
});
const delivered = (assignments: readonly Work[]) =>
  assignments.reduce(
    (count, work) => count + (work.deliveredAt !== null && work.held + work.released > 0n ? work.quantity : 0),
    0,
  );
const between = (from: number | null, to: number | null) => (from === null || to === null ? null : (to - from) / 1_000);

function seconds(given: readonly (number | null)[]) {
  const known = given.filter((one) => one !== null).toSorted((a, b) => a - b);
  const count = known.length;
  if (count === 0) return { average: null, median: null, count };
  const middle = ((known[(count - 1) >> 1] ?? 0) + (known[count >> 1] ?? 0)) / 2;
  return { average: Math.round(known.reduce((all, one) => all + one, 0) / count), median: Math.round(middle), count };
}

const videos = new Set(['STREAM', 'VIDEO', 'SHORT_VIDEO']);

function engagement(assignments: readonly Work[]) {
  const posts = new Map<string, Post[]>();
  for (const { type, status, posts: own } of assignments)
    if (status === 'APPROVED' && videos.has(type))
      for (const post of own) posts.set(post.name, [...(posts.get(post.name) ?? []), post]);
  const named = [...posts.values()];
  const counted = named.flatMap((all) =>
    latest(all.map(({ counted: last, platform }) => last && { ...last, platform })),
  );
  const saved = named.flatMap((all) => latest(all.map((post) => post.saved)));
  const total = (values: readonly bigint[]) => `${values.reduce((all, one) => all + one, 0n)}`;
  const oldest = (all: readonly { at: number }[]) =>
    all.length === 0 ? null : new Date(Math.min(...all.map(({ at }) => at))).toISOString();
  const sums = {
    views: total(counted.map(({ views }) => views)),
    likes: total(counted.map(({ likes }) => likes)),
    comments: total(counted.map(({ comments }) => comments)),
    saves: saved.length === 0 ? null : total(saved.map(({ saves }) => saves)),
    ...{ measuredPosts: counted.length, savesPosts: saved.length, totalPosts: named.length },
    ...{ updatedAt: oldest(counted), savesUpdatedAt: oldest(saved) },
  };
  const measured = platforms.toSorted().filter((platform) => counted.some((post) => post.platform === platform));
  const viewDefinitions = measured.map((platform) => ({ platform, viewDefinition: definitions[platform] ?? null }));
  return { engagement: engagementOf(sums), viewDefinitions };
}

const definitions: Partial<Record<Platform, string>> = {
  YOUTUBE: 'YOUTUBE_2025_03_31',
  INSTAGRAM: 'INSTAGRAM_2025_04_21',
};

/** The latest measurement of one post; measurements of one time are equal. */
const latest = <Reading extends { at: number }>(readings: readonly (Reading | null)[]): Reading[] =>
  readings
    .filter((one) => one !== null)
    .toSorted((a, b) => b.at - a.at)
    .slice(0, 1);
