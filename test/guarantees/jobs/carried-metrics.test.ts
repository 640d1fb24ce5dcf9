import { beforeAll, expect, test } from 'vitest';
import { type Db, openDb } from '../../../db/client.ts';
import { recordReadings, type StoredReading } from '../../../db/metrics/record-readings.ts';
import { changeSharing } from '../../../db/social-accounts/connections.ts';
import { counters } from '../../../schema/metrics/metric-rules.ts';
import { fc } from '../../support/fast-check.ts';
import { type GrantedPost, grantedPostsOf } from '../../support/market/granted-posts.ts';
import type { Market } from '../../support/market/market.ts';
import { depth } from '../../support/stack/depth.ts';
import { ownMarket } from '../../support/stack/own-market.ts';
import type { OwnStack } from '../../support/stack/stack.ts';

let stack: OwnStack;
let market: Market;
let service: Db;
let jobs: Db;
let post: GrantedPost;
ownMarket((own) => {
  ({ stack, market } = own);
  service = openDb({ DATABASE_URL: stack.databaseUrls.api, NEON_FETCH_ENDPOINT: stack.neonUrl });
  jobs = openDb({ DATABASE_URL: stack.databaseUrls.jobs, NEON_FETCH_ENDPOINT: stack.neonUrl });
});
beforeAll(async () => {
  post = await grantedPostsOf(stack, market).aGrantedPost('TIKTOK');
});

type Counts = StoredReading['counts'];
/** A reading at a minute, which is stored in this place of the history, or a change of the consent. */
type Step = { readonly minute: number; readonly counts: Counts } | { readonly isGiven: boolean };

const count = fc.option(fc.nat({ max: 20 }), { freq: 3 });
const reading = fc.record({
  minute: fc.nat({ max: 10_000 }),
  counts: fc.oneof(
    { weight: 5, arbitrary: fc.record({ views: count, likes: count, comments: count, saves: count }) },
    { weight: 1, arbitrary: fc.constant({ views: null, likes: null, comments: null, saves: null }) },
  ),
});
const histories = fc.uniqueArray(
  fc.oneof({ weight: 3, arbitrary: reading }, { weight: 1, arbitrary: fc.record({ isGiven: fc.boolean() }) }),
  { minLength: 1, maxLength: 10, selector: (step) => ('minute' in step ? step.minute : Symbol('a consent')) },
);

const start = Date.UTC(2026, 0, 1);
const at = (minute: number) => new Date(start + minute * 60_000);

/** What others may see: the last known counts, each with its own time. */
interface Shown {
  readonly counts: {
    readonly views: number;
    readonly likes: number;
    readonly comments: number;
    readonly minute: number;
  } | null;
  readonly saved: { readonly saves: number; readonly minute: number } | null;
}

/** A plain computation of what others see after the steps, and of the counts of each reading that fell. */
function expected(steps: readonly Step[]): Shown & { readonly fallen: Readonly<Record<number, string[]>> } {
  const readings: Extract<Step, { minute: number }>[] = [];
  const fallen: Record<number, string[]> = {};
  let isConsented = false;
  for (const step of steps) {
    if ('isGiven' in step) {
      isConsented = step.isGiven;
      continue;
    }
    const before = readings.filter(({ minute }) => minute < step.minute).sort((a, b) => b.minute - a.minute);
    fallen[step.minute] = counters.filter((counter) => {
      const last = before.find(({ counts }) => counts[counter] !== null)?.counts[counter] ?? null;
      const now = step.counts[counter];
      return now !== null && last !== null && now < last;
    });
    readings.push(step);
  }
  if (!isConsented) return { counts: null, saved: null, fallen };
  const latest = readings.toSorted((a, b) => b.minute - a.minute);
  const counted = latest.flatMap(({ minute, counts: { views, likes, comments } }) =>
    views === null || likes === null || comments === null ? [] : [{ views, likes, comments, minute }],
  );
  const saved = latest.flatMap(({ minute, counts: { saves } }) => (saves === null ? [] : [{ saves, minute }]));
  return { counts: counted[0] ?? null, saved: saved[0] ?? null, fallen };
}

async function take(step: Step, leaseEnd: Date): Promise<void> {
  if ('isGiven' in step) {
    const change = { isGiven: step.isGiven, version: 'test' };
    return service.transaction(changeSharing([post.accountId], change, new Date()));
  }
  const unknown = counters.filter((counter) => step.counts[counter] === null);
  const reasons = Object.fromEntries(unknown.map((counter) => [counter, 'HIDDEN' as const]));
  const told = { contentId: post.videoId, counts: step.counts, reasons, post: null };
  const by = { platform: 'TIKTOK', source: 'TIKTOK_DISPLAY_API', viewDefinition: null } as const;
  const measured = { ...by, at: at(step.minute), grantOf: post.accountId, leaseEnd, isShared: 'WITH_CONSENT' } as const;
  await jobs.transaction([recordReadings([told], measured)]);
}

async function seen(): Promise<Shown & { readonly fallen: Readonly<Record<number, string[]>> }> {
  const minuteOf = (time: Date) => (time.getTime() - start) / 60_000;
  const scan = await market.one(
    `select views::int, likes::int, comments::int, counts_measured_at as "countedAt", saves::int, saves_measured_at as "savedAt"
     from deliverable_scans where deliverable_id = $1`,
    [post.deliverableId],
  );
  const { rows } = await market.pool.query('select measured_at as at, fallen from post_measurements');
  const { views, likes, comments, saves } = scan;
  return {
    counts: scan.countedAt && { views, likes, comments, minute: minuteOf(scan.countedAt) },
    saved: scan.savedAt && { saves, minute: minuteOf(scan.savedAt) },
    fallen: Object.fromEntries(rows.map((row) => [minuteOf(row.at), row.fallen])),
  };
}

test(
  'a count that is missing from a newer reading keeps its value and time, in any history of readings and consents',
  async () => {
    const leaseEnd = new Date(start);
    await fc.assert(
      fc.asyncProperty(histories, async (steps) => {
        await market.pool.query('delete from post_measurements');
        await market.pool.query(
          `update deliverable_scans set views = null, likes = null, comments = null, counts_measured_at = null, saves = null, saves_measured_at = null`,
        );
        await market.pool.query(
          'update social_grants set sharing_version = null, shared_at = null, connected_at = $1',
          [leaseEnd],
        );
        await market.pool.query('update posts set due_at = $1', [leaseEnd]);
        for (const step of steps) await take(step, leaseEnd);
        expect(await seen()).toEqual(expected(steps));
      }),
      { numRuns: depth(16, 500) },
    );
  },
  depth(180_000, 1_200_000),
);
