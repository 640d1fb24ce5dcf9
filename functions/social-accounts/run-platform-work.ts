import type { SQLWrapper } from 'drizzle-orm/sql/sql';
import { type Leasable, type Leased, type Release, releasing } from '../../db/leases.ts';
import { type BegunWork, beginWork, type HeldRows } from '../../db/platform-work.ts';
import {
  endOutage,
  type PlatformAsked,
  readOutage,
  recordLimit,
  recordOutage,
  tableOf,
} from '../../db/social-accounts/outages.ts';
import { type Closing, closeBuckets, giveBack } from '../../db/social-accounts/platform-budgets.ts';
import type { Platform } from '../../schema/shared/enums.ts';
import { missing, Refusal } from '../../schema/shared/errors.ts';
import type { WorkName } from '../../schema/social-accounts/platform-buckets.ts';
import { keyOfRows } from '../../schema/social-accounts/row-keys.ts';
import type { JobCtx, JobResult } from '../context.ts';
import { log } from '../log.ts';
import {
  type Cost,
  type Credential,
  isOfAll,
  PlatformFailure,
  type SocialPlatform,
  withProvidedSaves,
} from '../platform/social/index.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { closingsOf, type Spender, spendingOf } from './meters.ts';
import { limitsOf, openPrepaid } from './open-platform.ts';
import { blameOf } from './outage-rules.ts';
import { backedOff, overBudgetSeconds } from './rules.ts';
import { withGrant } from './usable-grant.ts';

/** Leased rows of one platform that one credential can read. */
export interface PlatformMessage {
  readonly platform: Platform;
  /** The account whose grant asks; null: the application. */
  readonly accountId: number | null;
  /** The end of the lease of the rows. */
  readonly leaseEnd: string;
  readonly ids: readonly number[];
}

type Limits = NonNullable<ReturnType<typeof limitsOf>>;

export interface PlatformWork<Item extends Leased> {
  /** The prefix of its log events. */
  readonly name: string;
  readonly leasable: Leasable;
  readonly spender: Spender;
  /** Its failures and pauses are apart from those of other work. */
  readonly work: WorkName;
  readonly intervalMs: (platform: Platform, item: Item) => number;
  /** The user whose row it is; null: of several users. */
  readonly ownerOf: (item: Item, message: PlatformMessage) => number | null;
  /** The cost of asking for so many rows. */
  readonly cost: (adapter: Limits, rows: number) => Cost;
  readonly held: (ids: readonly number[], leaseEnd: Date) => HeldRows;
  /** Asks for the rows and returns the statements that store the answer. They must store nothing of a row that is not held any more. */
  readonly ask: (
    adapter: SocialPlatform,
    by: Credential,
    items: readonly Item[],
    message: PlatformMessage,
  ) => Promise<readonly SQLWrapper[]>;
  /** Counts the units that the requests for the rows have used. */
  readonly count?: (items: readonly Item[], units: number, message: PlatformMessage) => readonly SQLWrapper[];
  /** What a failed request changes besides the release of the rows. It locks the rows itself. A limit of the platform is no failure of the rows. */
  readonly failed?: (items: readonly Item[], isOfRows: boolean) => readonly SQLWrapper[];
}

/** If the grant of the account cannot be used now, the rows are due again after a day, or at once when its owner connects the account. */
const putOffMs = 24 * 3_600_000;
const nothing: JobResult = { done: 0, isMore: false };

/**
 * Asks a platform for the rows of a message: one read, the requests, and one commit, which stores the answer and releases the rows. A message
 * that is delivered again finds no rows. A failure changes no data. The rows back off from a failure of their own; after one that all share they are
 * due again soon, and this work is paused at the platform.
 */
export async function runPlatformWork<Item extends Leased>(
  ctx: JobCtx,
  work: PlatformWork<Item>,
  message: PlatformMessage,
): Promise<JobResult> {
  const { platform, accountId, ids } = message;
  const { closings, report } = closingsOf(platform);
  const asker = accountId === null ? 'APP' : 'GRANT';
  const limits = limitsOf(ctx, platform, asker);
  if (limits === null) return nothing;
  const payer = { spender: work.spender, work: work.work };
  const cost = costFor(limits, work.cost(limits, ids.length), accountId);
  const paid = openPrepaid(ctx, platform, { asker, cost, ...payer, report }) ?? missing('the adapter');
  const adapter = withProvidedSaves(ctx.settings, platform, paid.adapter);
  const leaseEnd = new Date(message.leaseEnd);
  const spent = spendingOf(ctx, platform, adapter, cost, payer);
  const begun = await beginWork<Item>(ctx.db, work.held(ids, leaseEnd), spent, accountId);
  if (begun.items.length === 0) return nothing;
  // Not all work needs a request, and no request is no answer.
  const isAsked = () => cost.calls === 0 || paid.unused().calls < cost.calls;
  const isLimitOfAll = () => closings.some(({ bucket }) => isOfAll(bucket));
  const run: Run<Item> = { work, message, adapter, begun, leaseEnd, isAsked, isLimitOfAll };
  const { statements, next, outage } = await outcomeOf(ctx, run);
  const { calls, units, bucket } = paid.unused();
  const returned = begun.isSpent && calls + units > 0 ? giveBack({ ...spent, cost: { bucket, calls, units } }) : [];
  const counted = begun.isSpent ? (work.count?.(begun.items, cost.units - units, message) ?? []) : [];
  // A commit that fails is no failure of the platform: the queue delivers the message again.
  await retryOnConflict(() =>
    finish(ctx, run, { statements: [...statements, ...counted], returned, closings, next, outage }),
  );
  return { done: begun.items.length, isMore: false };
}

/** What the platform's answer, or its failure, changes. */
async function outcomeOf<Item extends Leased>(
  ctx: JobCtx,
  run: Run<Item>,
): Promise<Pick<Outcome, 'statements' | 'next' | 'outage'>> {
  const { platform, accountId, ids } = run.message;
  try {
    const statements = await askWithin(ctx, run);
    return { statements, next: afterSuccess(ctx, run), outage: run.isAsked() ? endOutage(askedIn(run)) : null };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // A refusal of the service is about the rows, such as an unusable picture.
    const failure = error instanceof PlatformFailure ? error : new PlatformFailure('DECLINED', error);
    const { kind } = failure;
    const cause = String(error.cause ?? error);
    log('warn', `${run.work.name}.failed`, { platform, accountId, ids, kind, cause });
    const { items } = run.begun;
    const { next, outage } = await afterFailure(ctx, run, failure);
    const isOfRows = next.some(({ failures }) => failures !== undefined);
    return { statements: run.work.failed?.(items, isOfRows) ?? [], next, outage };
  }
}

interface Run<Item extends Leased> {
  readonly work: PlatformWork<Item>;
  readonly message: PlatformMessage;
  readonly adapter: SocialPlatform;
  readonly begun: BegunWork<Item>;
  readonly leaseEnd: Date;
  /** Whether the platform was asked. */
  readonly isAsked: () => boolean;
  /** Whether the platform has refused too many requests of all, not those of one account. */
  readonly isLimitOfAll: () => boolean;
}

const askedIn = <Item extends Leased>({ message, work }: Run<Item>): PlatformAsked => ({
  platform: message.platform,
  work: work.work,
});

/** The calls of grants count against buckets of their own. */
const costFor = ({ bucketOfGrants }: Limits, cost: Cost, accountId: number | null): Cost =>
  accountId === null || bucketOfGrants === undefined
    ? cost
    : { ...cost, bucket: bucketOfGrants(cost.bucket, accountId) };

async function askWithin<Item extends Leased>(
  ctx: JobCtx,
  { work, message, adapter, begun }: Run<Item>,
): Promise<readonly SQLWrapper[]> {
  const { items, isSpent, closedUntil, grant } = begun;
  if (message.accountId !== null && grant === null)
    throw new PlatformFailure('NOT_GRANTED', 'the connection cannot be used now');
  if (!isSpent) {
    const seconds = closedUntil && Math.ceil((new Date(closedUntil).getTime() - ctx.now().getTime()) / 1_000);
    throw new PlatformFailure(
      'OVER_BUDGET',
      'a limit of the platform is reached',
      seconds ? Math.max(1, seconds) : overBudgetSeconds,
    );
  }
  if (grant === null) return work.ask(adapter, 'APP', items, message);
  return withGrant(ctx, grant, (by) => work.ask(adapter, by, items, message));
}

function afterSuccess<Item extends Leased>({ now }: JobCtx, { work, message, begun }: Run<Item>): Release[] {
  return begun.items.map((item) => {
    const dueAt = new Date(now().getTime() + work.intervalMs(message.platform, item));
    return { id: item.id, dueAt, failures: 0 };
  });
}

/** A limit of the platform is no failure of the rows, and neither is one that all share. */
async function afterFailure<Item extends Leased>(
  { db, now }: JobCtx,
  run: Run<Item>,
  { kind, details, cause }: PlatformFailure,
): Promise<Pick<Outcome, 'next' | 'outage'>> {
  const { work, message, begun } = run;
  const { platform, accountId } = message;
  const asked = askedIn(run);
  const inMs = (ms: number) => new Date(now().getTime() + ms);
  const dueIn = (ms: number): Release[] => begun.items.map(({ id }) => ({ id, dueAt: inMs(ms) }));
  if (kind === 'LIMITED' || kind === 'OVER_BUDGET') {
    const waitMs = (details.retryAfterSeconds ?? 0) * 1_000;
    const isRefused = kind === 'LIMITED' && run.isLimitOfAll();
    return { next: dueIn(waitMs), outage: isRefused ? recordLimit(asked, { at: now(), until: inMs(waitMs) }) : null };
  }
  if (kind === 'NOT_GRANTED' && accountId !== null) return { next: dueIn(putOffMs), outage: null };
  const [first] = begun.items.toSorted((one, other) => one.id - other.id);
  const ownerId = first === undefined ? null : work.ownerOf(first, message);
  const key = keyOfRows(tableOf(work.leasable), { ids: message.ids, ownerId });
  const areFailing = begun.items.every(({ failures }) => failures > 0);
  const blame = blameOf(kind, await readOutage(db, asked), { key, areFailing }, now());
  if (blame.of === 'OWN') {
    const next = begun.items.map((item) => backedOff(item, now(), work.intervalMs(platform, item)));
    // A refused request is an answer.
    const answered = kind === 'DECLINED' ? endOutage(asked) : null;
    return { next, outage: blame.isCounted ? recordOutage(asked, { at: now(), until: null, key }) : answered };
  }
  const { pauseMs, retryMs } = blame;
  if (pauseMs !== null && pauseMs > 0)
    log('error', 'platform.paused', { ...asked, kind, seconds: pauseMs / 1_000, cause: String(cause) });
  const until = pauseMs === null ? null : inMs(pauseMs);
  return { next: dueIn(retryMs), outage: recordOutage(asked, { at: now(), until, key }) };
}

interface Outcome {
  readonly statements: readonly SQLWrapper[];
  /** Give back what was paid for requests that were not made. */
  readonly returned: readonly SQLWrapper[];
  readonly closings: readonly Closing[];
  readonly next: readonly Release[];
  /** What the outcome says about this work at the platform; null: nothing. */
  readonly outage: SQLWrapper | null;
}

const finish = <Item extends Leased>(
  { db, now }: JobCtx,
  { work, leaseEnd }: Run<Item>,
  { statements, returned, closings, next, outage }: Outcome,
): Promise<void> =>
  db.transaction([
    ...statements,
    releasing(work.leasable, next, { leasedUntil: leaseEnd }),
    ...returned,
    ...closeBuckets(closings, now()),
    ...(outage === null ? [] : [outage]),
  ]);
