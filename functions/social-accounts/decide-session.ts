import type { SQLWrapper } from 'drizzle-orm/sql/sql';
import { refreshCatalog } from '../../db/catalog/refresh.ts';
import { factsOf } from '../../db/query.ts';
import { insertAudience } from '../../db/social-accounts/audiences.ts';
import { reviewedSession, type SessionReview } from '../../db/social-accounts/session-reviews.ts';
import { decideSession } from '../../db/social-accounts/stats-sessions.ts';
import type { sessionOutcomes } from '../../schema/social-accounts/stats-session-terms.ts';
import type { GivenAudience, SessionReviewView } from '../../schema/social-accounts/stats-sessions.ts';
import type { Ctx } from '../context.ts';
import { mutate } from '../mutate.ts';
import { refuseCaptureTime, refuseMove, refuseOwnReview } from './session-rules.ts';
import { viewReview } from './view.ts';

export interface DecideSession {
  readonly id: number;
  readonly outcome: (typeof sessionOutcomes)[number];
  readonly reason?: string | undefined;
  /** What the recording shows; given exactly when it is VERIFIED. */
  readonly audience?: GivenAudience | undefined;
}

/** Verifies or rejects the recording of a session. A verified one becomes the audience of its account in the same commit. */
export const decideStatsSession = (
  ctx: Ctx,
  { id, outcome, reason, audience }: DecideSession,
): Promise<{ data: SessionReviewView }> =>
  mutate(ctx, {
    facts: factsOf({ session: reviewedSession(id) }),
    visible: ({ session }) => session,
    decide(session) {
      const { userId } = ctx.actor;
      const at = ctx.now();
      refuseOwnReview(session, userId);
      refuseMove(outcome === 'VERIFIED' ? 'verify' : 'reject', session, at);
      const decision = { status: outcome, decidedBy: userId, reason: reason ?? null };
      const decided = { ...session, ...decision, decidedAt: at.toISOString() };
      return {
        statements: [
          ...decideSession(id, decision, at),
          ...(audience === undefined ? [] : storeAudience(session, audience, at)),
        ],
        answer: { data: viewReview(decided, outcome) },
      };
    },
  });

/** The audience that staff has read, and the catalog that shows it. */
function storeAudience(session: SessionReview, audience: GivenAudience, at: Date): SQLWrapper[] {
  refuseCaptureTime(audience.capturedAt, at);
  const stored = {
    source: 'SCREEN_RECORDING' as const,
    capturedAt: audience.capturedAt,
    verifiedAt: at,
    periodDays: audience.periodDays,
    geo: audience.geo,
    demo: audience.demo,
    followers: audience.followers ?? null,
    sessionId: session.id,
  };
  return [insertAudience(session.socialAccountId, stored), refreshCatalog(session.ownerId, at)];
}
