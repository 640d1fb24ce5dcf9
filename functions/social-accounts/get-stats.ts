import { facts } from '../../db/query.ts';
import { accountOf } from '../../db/social-accounts/accounts.ts';
import { latestSnapshots } from '../../db/social-accounts/audiences.ts';
import { lastSession } from '../../db/social-accounts/stats-sessions.ts';
import { notFound } from '../../schema/shared/errors.ts';
import { maxSnapshots } from '../../schema/social-accounts/account-limits.ts';
import type { StatsView } from '../../schema/social-accounts/stats.ts';
import type { Ctx } from '../context.ts';
import { viewSession, viewSnapshot } from './view.ts';

/** The audience of one of the caller's accounts, verified or not, and its recording session. */
export async function getStats(ctx: Ctx, { id }: { id: number }): Promise<{ data: StatsView }> {
  const { account, session, snapshots } = await facts(ctx.db, {
    account: accountOf(ctx.actor.userId, id),
    session: lastSession(id),
    snapshots: latestSnapshots(id, maxSnapshots),
  });
  if (!account) throw notFound();
  const history = snapshots.map(viewSnapshot);
  return { data: { session: viewSession(session, ctx.now()), audience: history[0] ?? null, history } };
}
