import type { Db } from '../../../db/client.ts';
import {
  type AccountToForget,
  accountsWithEndedGrants,
  accountsWithOldMetrics,
  deleteAccountOfDeletedFactory,
  deleteRowsOfRemovedAccount,
  dropOldFactoryMeasurements,
  forgetFactoryAccount,
} from '../../../db/metrics/old-metrics.ts';
import { sweptBefore } from '../../../schema/metrics/metric-rules.ts';
import { platforms } from '../../../schema/shared/enums.ts';
import type { JobCtx, JobResult } from '../../context.ts';
import { log } from '../../log.ts';

/** Accounts of one run, and of one read. */
const accounts = 100;
/** Rows of one commit. */
const rows = 20_000;
/** Commits of one run that delete rows of removed accounts. */
const commits = 20;
/** Readings of factories are stored for so long. Answers are made of the days of their posts. */
const readingsMs = 90 * 24 * 3_600_000;

/**
 * Deletes what was read of accounts of factories and is too old, or was read under grants that have ended, and then what remains of removed
 * accounts. Each account is one commit: one that fails is left to the next night, and stops no other.
 */
export async function sweepFactories({ db, settings, now }: JobCtx): Promise<JobResult> {
  let done = 0;
  let isMore = false;
  const forget = async (found: readonly AccountToForget[]) => {
    const forgotten = await forgetEach(db, found);
    done += forgotten;
    // Those that fail must not make the run repeat for ever.
    isMore ||= found.length === accounts && forgotten > 0;
  };
  await forget(await accountsWithEndedGrants(db, accounts));
  for (const platform of platforms) {
    const before = sweptBefore(platform, settings, now());
    if (before) await forget(await accountsWithOldMetrics(db, { platform, before, limit: accounts }));
  }
  await dropOldFactoryMeasurements(db, new Date(now().getTime() - readingsMs));
  const removed =
    (await repeat(accounts, () => deleteAccountOfDeletedFactory(db, now()))) +
    (await repeat(commits, () => deleteRowsOfRemovedAccount(db, rows)));
  return { done: done + removed, isMore: isMore || removed >= commits };
}

async function forgetEach(db: Db, found: readonly AccountToForget[]): Promise<number> {
  let done = 0;
  for (const account of found)
    try {
      await forgetFactoryAccount(db, account);
      done += 1;
    } catch (error) {
      log('error', 'factory-metrics.not-deleted', { accountId: account.id, cause: String(error) });
    }
  return done;
}

/** Repeats work until there is none left, at most so often, and returns how often there was some. */
async function repeat(most: number, work: () => Promise<boolean>): Promise<number> {
  let done = 0;
  try {
    while (done < most && (await work())) done += 1;
  } catch (error) {
    log('error', 'factory-metrics.not-deleted', { cause: String(error) });
  }
  return done;
}
