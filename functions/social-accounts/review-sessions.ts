import { facts } from '../../db/query.ts';
import { reviewedSession, type SessionsPage, sessionsPage } from '../../db/social-accounts/session-reviews.ts';
import { notFound } from '../../schema/shared/errors.ts';
import { type Page, pageOf } from '../../schema/shared/page.ts';
import { reviewedStatuses } from '../../schema/social-accounts/stats-session-terms.ts';
import type { SessionReviewView } from '../../schema/social-accounts/stats-sessions.ts';
import type { Ctx } from '../context.ts';
import { signDownload } from '../uploads/index.ts';
import { viewReview } from './view.ts';

/** Recording sessions by status, first uploaded first, for staff. */
export async function listSessions(ctx: Ctx, page: SessionsPage): Promise<Page<SessionReviewView>> {
  const rows = await ctx.db.read(sessionsPage(page));
  return pageOf(
    rows.map(({ session }) => viewReview(session, page.status)),
    page.limit,
    ({ id }) => id,
  );
}

/** A recording session with its account, for staff. */
export async function getSession(ctx: Ctx, { id }: { id: number }): Promise<{ data: SessionReviewView }> {
  const { session } = await facts(ctx.db, { session: reviewedSession(id) });
  const status = reviewedStatuses.find((one) => one === session?.status);
  if (session === null || status === undefined) throw notFound();
  return { data: viewReview(session, status) };
}

/** Signs a URL that downloads the recording of a session, valid for a minute, for staff. */
export async function downloadRecording(ctx: Ctx, { id }: { id: number }) {
  const { session } = await facts(ctx.db, { session: reviewedSession(id) });
  if (!session?.recording) throw notFound();
  return { data: await signDownload(ctx, session.recording) };
}
