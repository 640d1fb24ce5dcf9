import {
  endSession as endOne,
  endOtherSessions as endOthers,
  readSessions,
} from '../../../db/identity/own-sessions.ts';
import type { SessionView } from '../../../schema/identity/sessions.ts';
import type { Ctx } from '../../context.ts';
import { proofOf } from '../../open-session.ts';

/** The caller's sessions, newest first. */
export async function listSessions({ db, actor, now }: Ctx): Promise<{ data: SessionView[] }> {
  const sessions = await readSessions(db, actor.userId, now());
  return {
    data: sessions.map(({ id, userAgent, ipAddress, createdAt, updatedAt, expiresAt }) => ({
      id,
      isCurrent: id === actor.sessionId,
      userAgent: userAgent || null,
      ipAddress: ipAddress || null,
      createdAt: createdAt.toISOString(),
      lastUsedAt: updatedAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    })),
  };
}

/** Ends a session of the caller. The own one is checked before it ends. */
export async function endSession({ db, actor, now }: Ctx, id: number) {
  await db.transaction([...proofOf(actor, now()), endOne(actor.userId, id)]);
  return { data: { id } };
}

/** Ends the caller's other sessions. */
export const endOtherSessions = async ({ db, actor }: Ctx) => ({
  data: { ended: await endOthers(db, actor.userId, actor.sessionId) },
});
