import type { SQL } from 'drizzle-orm/sql/sql';
import type { Lent, Loan, NextTurn } from '../../db/loans.ts';
import { readSpent } from '../../db/metrics/platform-budgets.ts';
import { type Platform, platforms } from '../../schema/enums.ts';
import type { JobCtx, JobResult } from '../context.ts';
import { type Quota, quotaOf, type SocialPlatform } from '../platform/social/index.ts';
import { openPlatform } from './open-platform.ts';
import { retryAfterMs } from './rules.ts';

/** What is to be asked again and again, and how. */
export interface Errand<Item extends Lent> {
  /** What the log calls it. */
  readonly name: string;
  readonly intervalMs: (platform: Platform) => number;
  /** How many items one ask is about, what it costs, and how many asks a run makes at most. */
  readonly size: (quota: Quota) => { readonly items: number; readonly units: number; readonly asks: number };
  readonly lend: (loan: Loan) => Promise<{ lent: Item[]; seen: number }>;
  /** Asks, and records what was told. */
  readonly ask: (adapter: SocialPlatform, items: readonly Item[], loan: Loan) => Promise<void>;
  readonly giveBack: (next: readonly NextTurn[], loan: Loan) => SQL;
}

const atOnce = 4;
const loanMs = 15 * 60_000;
const nothing: JobResult = { done: 0, isMore: false };

/**
 * What is due has been asked of each platform that can be asked, as far as its budget of the day goes; the rest waits. What
 * fails keeps what is known of it and rests, longer each time.
 */
export async function askPlatforms<Item extends Lent>(ctx: JobCtx, errand: Errand<Item>): Promise<JobResult> {
  const results: JobResult[] = [];
  for (const platform of platforms) results.push(await askPlatform(ctx, platform, errand));
  return {
    done: results.reduce((sum, { done }) => sum + done, 0),
    isMore: results.some(({ isMore }) => isMore),
  };
}

async function askPlatform<Item extends Lent>(
  ctx: JobCtx,
  platform: Platform,
  errand: Errand<Item>,
): Promise<JobResult> {
  const adapter = openPlatform(ctx, platform, null);
  const quota = quotaOf(ctx.settings, platform, ctx.now());
  if (!adapter || !quota) return nothing;
  const { items, units, asks } = errand.size(quota);
  const left = quota.units - (await readSpent(ctx.db, quota));
  const most = Math.min(asks, Math.floor(left / units)) * items;
  if (most < 1) return nothing;

  const at = ctx.now();
  const loan: Loan = { platform, at, lentUntil: new Date(at.getTime() + loanMs), most };
  const { lent, seen } = await errand.lend(loan);
  const batches = Array.from({ length: Math.ceil(lent.length / items) }, (_, n) =>
    lent.slice(n * items, (n + 1) * items),
  );
  const next: NextTurn[] = [];
  for (let first = 0; first < batches.length; first += atOnce) {
    const some = batches.slice(first, first + atOnce).map((batch) => turn(ctx, adapter, errand, batch, loan));
    next.push(...(await Promise.all(some)).flat());
  }
  if (next.length > 0) await ctx.db.rows(errand.giveBack(next, loan));
  // A platform that fails is left alone until the next trigger.
  return { done: next.length, isMore: seen === most && next.every(({ failures }) => failures === 0) };
}

async function turn<Item extends Lent>(
  ctx: JobCtx,
  adapter: SocialPlatform,
  { name, ask, ...errand }: Errand<Item>,
  items: readonly Item[],
  loan: Loan,
): Promise<NextTurn[]> {
  const intervalMs = errand.intervalMs(loan.platform);
  const inMs = (ms: number) => new Date(ctx.now().getTime() + ms);
  try {
    await ask(adapter, items, loan);
    return items.map(({ id }) => ({ id, dueAt: inMs(intervalMs), failures: 0 }));
  } catch (error) {
    const cause = String((error instanceof Error && error.cause) || error);
    const ids = items.map(({ id }) => id);
    console.warn(JSON.stringify({ level: 'warn', event: `${name}.not-measured`, ids, cause }));
    return items.map(({ id, failures }) => {
      const rest = retryAfterMs(failures + 1, intervalMs);
      return { id, dueAt: inMs(rest), failures: failures + 1 };
    });
  }
}
