import { freshId } from '../../db/fresh-ids.ts';
import { factsOf } from '../../db/query.ts';
import { accountOf } from '../../db/social-accounts/accounts.ts';
import { lastSession, openSession, type SessionRecord } from '../../db/social-accounts/stats-sessions.ts';
import { statsSessions } from '../../db/tables/social-accounts.ts';
import type { SessionView } from '../../schema/social-accounts/stats.ts';
import { sessionHours } from '../../schema/social-accounts/stats-session-terms.ts';
import type { Ctx } from '../context.ts';
import { mutate } from '../mutate.ts';
import { refuseUnusable } from './rules.ts';
import { refuseMove } from './session-rules.ts';
import { viewSession } from './view.ts';

/** Opens a recording session of one of the caller's accounts. A failure changes nothing. */
export const openStatsSession = (ctx: Ctx, { id }: { id: number }): Promise<{ data: SessionView }> =>
  mutate(ctx, {
    facts: factsOf({
      freshId: freshId(statsSessions),
      account: accountOf(ctx.actor.userId, id),
      last: lastSession(id),
    }),
    visible: ({ account, ...rest }) => account && { account, ...rest },
    decide({ account, last, freshId: sessionId }) {
      refuseUnusable(account);
      const at = ctx.now();
      refuseMove('open', last, at);
      const session: SessionRecord = {
        id: sessionId,
        socialAccountId: id,
        status: 'OPEN',
        openedAt: at.toISOString(),
        expiresAt: new Date(at.getTime() + sessionHours * 3_600_000).toISOString(),
        uploadedAt: null,
        decidedAt: null,
        decidedBy: null,
        reason: null,
      };
      return { statements: openSession(session, at), answer: { data: viewSession(session, at) } };
    },
  });
