import type { SQLWrapper } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { claimScans, recordScan, type ScannedPost } from '../../db/factories/scans.ts';
import { takeDueFactoryWork } from '../../functions/factories/monitoring/index.ts';
import { ownerOf, readAccounts, readPosts, readSummary } from '../../functions/factories/reads/read-factory.ts';
import { readSettings } from '../../functions/settings/index.ts';
import { openPlatforms, postReadersOf } from '../../functions/social-accounts/index.ts';
import type { Bench } from './bench.ts';
import { blocksOf, databaseMs, explain, statementOf } from './explained.ts';
import {
  accountsOf,
  addAccounts,
  addDays,
  addMeasurements,
  type GrownFactory,
  growFactories,
  makeAllDue,
} from './factories-data.ts';
import { keyOf } from './orders.ts';
import { median } from './throughput.ts';
import { startWork } from './work.ts';

const runs = 20;
const postsOfAccount = 100;

/**
 * Measures content factories: the reads of a factory with 50 accounts and 5,000 posts, and of one with 500 and 50,000, in a database with 10,000 posts
 * and with all posts, and again with ten times their measurements; a claim of 1,000 accounts; and the commit of a part of a scan.
 */
export async function benchFactories(bench: Bench, posts: number): Promise<void> {
  const { client } = bench;
  const [small, large, ...others] = await growFactories(client);
  if (small === undefined || large === undefined) throw new Error('there are no factories');
  const otherIds = others.map(({ id }) => id);
  await addAccounts(client, [small.id], 50);
  await addAccounts(client, otherIds, 50);
  const ofSmall = await readsOf(bench, small, true);
  const ofLarge = await readsOf(bench, large, false);
  const few = await measure(bench, '5,000 posts, 10,000 in all', ofSmall);
  await addAccounts(client, [large.id], 500);
  await addAccounts(client, otherIds, Math.max(0, posts / postsOfAccount - 600));
  const many = await measure(bench, `5,000 posts, ${posts} in all`, ofSmall);
  const largeBefore = await measure(bench, `50,000 posts, ${posts} in all`, ofLarge);
  await addMeasurements(client, await accountsOf(client, [small.id, large.id]), 1, 9);
  await client.query('vacuum analyze factory_measurements');
  await printSize(client);
  const tenfold = await measure(bench, '5,000 posts, 10 measurements a day', ofSmall);
  const largeTenfold = await measure(bench, '50,000 posts, 10 measurements a day', ofLarge);
  await addDays(client, await accountsOf(client, [small.id]), 180, 20);
  await client.query('vacuum analyze factory_post_days, factory_account_days');
  const longer = await measure(bench, '5,000 posts, 200 days of history', ofSmall);
  await benchScans(bench);
  printRatios(`${posts} posts to 10,000 posts in the database`, many, few, '<= 1.2');
  printRatios('ten times the measurements, 5,000 posts', tenfold, many, '<= 1.2');
  printRatios('ten times the measurements, 50,000 posts', largeTenfold, largeBefore, '<= 1.2');
  printRatios('200 days of history to 20', longer, tenfold, 'none');
}

interface Read {
  readonly name: string;
  readonly path: string;
  readonly apiKey: string;
  readonly target: string;
  /** The verb that answers. */
  readonly run: (db: Db) => Promise<unknown>;
}

async function readsOf(
  { client, stack }: Bench,
  { id, ownerId }: GrownFactory,
  isSmall: boolean,
): Promise<readonly Read[]> {
  const settings = readSettings('api', stack.bindings.api);
  const ctxOf = (db: Db) => ({ db, settings, now: () => new Date() });
  const reader = ownerOf(ownerId, id);
  const apiKey = await keyOf(client, ownerId);
  const page = (by: 'publishedAt' | 'views') => ({ sort: { by, isDescending: true }, limit: 20 });
  return [
    {
      name: 'summary',
      path: 'summary',
      target: isSmall ? '<= 50 ms' : '',
      run: (db: Db) => readSummary(ctxOf(db), reader, {}),
    },
    {
      name: 'accounts',
      path: 'accounts?limit=20',
      target: '',
      run: (db: Db) => readAccounts(ctxOf(db), reader, { sort: { by: 'views', isDescending: true }, limit: 20 }),
    },
    {
      name: 'posts by publication',
      path: 'posts?limit=20',
      target: '<= 15 ms',
      run: (db: Db) => readPosts(ctxOf(db), reader, page('publishedAt')),
    },
    {
      name: 'posts by views',
      path: 'posts?limit=20&postSort=-views',
      target: isSmall ? '<= 15 ms' : '',
      run: (db: Db) => readPosts(ctxOf(db), reader, page('views')),
    },
  ].map((read) => ({ ...read, apiKey, path: `/api/v1/public/factories/${id}/${read.path}` }));
}

interface Measured {
  /** The time in Postgres of the fastest run: other work of the machine only slows the others down. */
  readonly fastestMs: number;
  /** Pages that Postgres reads. */
  readonly blocks: number;
}
type Times = ReadonlyMap<string, Measured>;

/** Prints the medians of each read. */
async function measure({ client, stack }: Bench, title: string, reads: readonly Read[]): Promise<Times> {
  console.log(`\n| ${title} | answer ms | database ms | pages | target |\n|---|---:|---:|---:|---|`);
  const times = new Map<string, Measured>();
  for (const { name, path, apiKey, run, target } of reads) {
    const statement = await statementOf(run);
    const explained: Awaited<ReturnType<typeof explain>>[] = [];
    const answers: number[] = [];
    for (let n = 0; n <= runs; n += 1) {
      explained.push(await explain(client, statement));
      const begun = performance.now();
      const answer = await fetch(stack.urls.api + path, { headers: { authorization: `Bearer ${apiKey}` } });
      const text = await answer.text();
      answers.push(performance.now() - begun);
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${text}`);
    }
    // The first run warms the caches.
    const inDatabase = explained.slice(1).map(databaseMs);
    const blocks = median(explained.slice(1).map(blocksOf));
    times.set(name, { fastestMs: Math.min(...inDatabase), blocks });
    const [answerMs, ms] = [median(answers.slice(1)), median(inDatabase)];
    console.log(`| ${name} | ${answerMs.toFixed(1)} | ${ms.toFixed(1)} | ${blocks} | ${target} |`);
  }
  return times;
}

function printRatios(title: string, after: Times, before: Times, target: string): void {
  console.log(`\n| ${title} | database ms | pages | target of ms |\n|---|---:|---:|---|`);
  for (const [name, { fastestMs, blocks }] of after) {
    const former = before.get(name);
    const ratio = (one: number, other = 0) => (one / other).toFixed(2);
    console.log(`| ${name} | ${ratio(fastestMs, former?.fastestMs)} | ${ratio(blocks, former?.blocks)} | ${target} |`);
  }
}

/** Without the time to count: the statistics know the rows. */
async function printSize(client: Bench['client']): Promise<void> {
  const { rows } = await client.query<{ millions: number; gigabytes: number }>(
    `select sum(reltuples) / 1e6 as millions, sum(pg_total_relation_size(oid)) / 1e9 as gigabytes from pg_class
     where relname ~ '^factory_measurements_[^p]*$'`,
  );
  for (const { millions, gigabytes } of rows)
    console.log(`\n${Number(millions).toFixed(1)} million measurements, ${Number(gigabytes).toFixed(1)} GB`);
}

/** Claims of 1,000 accounts by the whole cron job, and commits of parts of the claimed scans. */
async function benchScans(bench: Bench): Promise<void> {
  const { client, stack } = bench;
  await makeAllDue(client);
  const settings = readSettings('jobs', stack.bindings.jobs);
  const jobs = await startWork(bench, 'jobs');
  await jobs.repeat(
    'cron job: claim of 1,000 accounts (target <= 3 calls)',
    async (db) => {
      const ctx = { db, settings, now: () => new Date(), enqueue: async () => undefined, defer: () => undefined };
      return (await takeDueFactoryWork(ctx)).done;
    },
    5,
  );
  const claimed = await client.query<{ accountId: number; leaseEnd: Date }>(
    `select account_id::int as "accountId", lease_end as "leaseEnd" from factory_scans where status = 'OPEN' order by account_id`,
  );
  const statements: SQLWrapper[] = [];
  for (const [n, { accountId, leaseEnd }] of claimed.rows.slice(0, 60).entries())
    statements.push(await partOf(client, accountId, leaseEnd, n < 30 ? 50 : 100));
  const commit = (from: number) => async (db: Db, run: number) => {
    await db.transaction([statements[from + run] ?? statements[from]].filter((statement) => statement !== undefined));
    return from === 0 ? 50 : 100;
  };
  const inDatabase = async (some: readonly SQLWrapper[]) => {
    const times: number[] = [];
    for (const statement of some) times.push(databaseMs(await explain(client, statement)));
    return median(times).toFixed(1);
  };
  const [fifty, hundred] = [await inDatabase(statements.slice(21, 30)), await inDatabase(statements.slice(51, 60))];
  await jobs.repeat('scan commit of 50 posts', commit(0));
  await jobs.repeat('scan commit of 100 posts', commit(30));
  await jobs.stop();
  const ctx = { settings, now: () => new Date() };
  const claim = await statementOf((db) =>
    claimScans(db, {
      ...postReadersOf(ctx),
      ...{ at: new Date(), leaseEnd: new Date(Date.now() + 900_000), limit: 1_000, xReads: 1 },
      platforms: openPlatforms(ctx),
    }),
  );
  console.log(
    `\nIn Postgres: claim ${await inDatabase([claim, claim, claim])} ms, commit of 50 posts ${fifty} ms, of 100 posts ${hundred} ms.`,
  );
}

/** The last part of a scan, with the first posts of the account. */
async function partOf(client: Bench['client'], accountId: number, leaseEnd: Date, posts: number): Promise<SQLWrapper> {
  const { rows } = await client.query<{ id: number; contentId: string }>(
    'select id::int, content_id as "contentId" from factory_posts where account_id = $1 order by id limit $2',
    [accountId, posts],
  );
  const answers = rows.map(({ contentId }): ScannedPost => {
    const counts = {
      views: 2_000_000,
      likes: 9_000,
      comments: 300,
      saves: null,
      reasons: { saves: 'NOT_OFFERED' },
    } as const;
    const shown = { title: 'A title', mediaType: 'VIDEO', durationSeconds: 60, hashtags: ['drinks'] };
    return { contentId, isGone: false, ...shown, ...counts };
  });
  const terms = { source: 'YOUTUBE_DATA_API', viewDefinition: null, jumpFrom: 1_000, jumpFactor: 10 };
  const part = { askedUntil: rows.at(-1)?.id ?? 0, nextLease: null, ...terms };
  return recordScan(accountId, answers, part, { leaseEnd, at: new Date() });
}
