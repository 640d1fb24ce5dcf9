import {
  endSession as endOne,
  endOtherSessions as endOthers,
  readSessions,
} from '../../../db/identity/own-sessions.ts';
import type { SessionView } from '../../../schema/identity/sessions.ts';
import { notFound } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';

/** The caller's sessions, newest first. */
export async function listSessions({ db, actor, now }: Ctx): Promise<{ data: SessionView[] }> {
  const sessions = await readSessions(db, actor.userId, now());
  return {
    data: sessions.map(({ id, userAgent, ipAddress, createdAt, updatedAt, expiresAt }) => ({
      id,
      isCurrent: createdAt.getTime() === actor.signedInAt?.getTime(),
      userAgent: userAgent || null,
      ipAddress: ipAddress || null,
      createdAt: createdAt.toISOString(),
      lastUsedAt: updatedAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    })),
  };
}

/** Ends a session of the caller. */
export async function endSession({ db, actor }: Ctx, id: number) {
  if (!(await endOne(db, actor.userId, id))) throw notFound();
  return { data: { id } };
}

/** Ends the caller's other sessions. */
export const endOtherSessions = async ({ db, actor }: Ctx) => ({
  data: { ended: await endOthers(db, actor.userId, actor.signedInAt) },
});
