import type { Overdue } from '../../../db/placements/overdue-assignments.ts';
import type { Query } from '../../../db/query.ts';
import type { JobCtx } from '../../../functions/context.ts';
import {
  approveUnanswered,
  expireUnaccepted,
  recordDeadlineEvents,
} from '../../../functions/placements/assignments/index.ts';
import { Refusal } from '../../../schema/shared/errors.ts';
import { jobContextOf } from '../stack/jobs.ts';
import type { StackAddresses } from '../stack/stack.ts';
import type { Lane } from './lane.ts';
import { isAtWork, type Work } from './work.ts';

/** Runs the jobs of a stack at once and in this process: the queue would wait a second to fill a batch. */
export type Jobs = ReturnType<typeof jobsOf>;

export function jobsOf(stack: Pick<StackAddresses, 'databaseUrls' | 'neonUrl'>) {
  const context = jobContextOf(stack);
  let telling: Promise<unknown> = Promise.resolve();
  /** Starts both jobs `runs` times at once, for these assignments only, so that other sequences are not disturbed. */
  async function moveOverdueOnce(assignments: readonly Pick<Work, 'id'>[], runs: number): Promise<void> {
    const ids = new Set(assignments.map(({ id }) => id));
    const once = async (job: (ctx: JobCtx) => Promise<unknown>) => job(ofThese(ids, context()));
    await Promise.all(
      Array.from({ length: runs }, () => Promise.all([once(expireUnaccepted), once(approveUnanswered)])),
    );
  }
  return {
    moveOverdueOnce,
    /** Starts them again while a party's lock stops them, as the queue does: a job waits a quarter of a second for a lock. */
    async moveOverdue(assignments: readonly Pick<Work, 'id'>[], runs: number): Promise<void> {
      for (let tries = 1; ; tries += 1)
        try {
          return await moveOverdueOnce(assignments, runs);
        } catch (error) {
          if (tries === mostTries || !(error instanceof Refusal && error.code === 'SERVICE_UNAVAILABLE')) throw error;
        }
    },
    /** Prevents other runs from reporting a deadline between its change and its report. */
    tell(shift: () => Promise<unknown>, runs: number): Promise<unknown> {
      telling = telling
        .catch(() => undefined)
        .then(async () => {
          await shift();
          await Promise.all(Array.from({ length: runs }, () => recordDeadlineEvents(context())));
        });
      return telling;
    },
  };
}

const mostTries = 100;

const ofThese = (ids: ReadonlySet<number>, ctx: JobCtx): JobCtx => ({
  ...ctx,
  db: {
    ...ctx.db,
    async read<Row>(statement: Query<Row>) {
      const rows = await ctx.db.read(statement);
      return rows.filter((row) => !isOverdueRow(row) || ids.has(row.assignment.id));
    },
  },
});

const isOverdueRow = (row: unknown): row is { assignment: Overdue } =>
  typeof row === 'object' && row !== null && 'assignment' in row;

export type Passing = 'acceptance' | 'approval' | 'deadline, long ago' | 'deadline, soon' | 'deadline, now';

/** The window that can end in this state; null when none runs. */
export function passingFor(work: Work, pick: number): Passing | null {
  if (work.status === 'PENDING') return 'acceptance';
  if (work.status === 'SUBMITTED') return 'approval';
  const deadlines = ['deadline, long ago', 'deadline, soon', 'deadline, now'] as const;
  return isAtWork(work) ? (deadlines[pick % deadlines.length] ?? null) : null;
}

/** Lets time pass for one assignment. */
export async function letPass(lane: Lane, jobs: Jobs, work: Work, passing: Passing, runs: number): Promise<void> {
  const { market } = lane;
  const shift = async (change: string): Promise<string> =>
    (
      await market.one(`update placement_assignments set ${change} where id = $1 returning iso(due_at) as due`, [
        work.id,
      ])
    ).due;
  if (passing === 'acceptance') {
    await shift(`accept_by = now() - interval '1 minute'`);
    work.isAcceptOver = true;
    return;
  }
  if (passing === 'approval') {
    await shift(`approve_by = now() - interval '1 minute'`);
    work.isApproveOver = true;
    return;
  }
  if (passing === 'deadline, long ago') {
    const longAgo = `(now() - interval '73 hours')::timestamptz(3)`;
    work.dueAt = await shift(`due_at = ${longAgo}, reminded_deadline = ${longAgo}, missed_deadline = ${longAgo},
      changes_requested_at = case when changes_requested_at is not null then ${longAgo} end`);
    work.isVeryLate = true;
    work.isAskedLately = false;
    return;
  }
  const [interval, event] =
    passing === 'deadline, soon' ? ['2 hours', 'deadline.reminder'] : ['-1 minute', 'deadline.missed'];
  await jobs.tell(async () => {
    work.dueAt = await shift(`due_at = now() + interval '${interval}'`);
  }, runs);
  work.isVeryLate = false;
  work.events.push(`${event} SYSTEM`);
}
