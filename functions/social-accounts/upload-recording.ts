import { factsOf } from '../../db/query.ts';
import { accountOf } from '../../db/social-accounts/accounts.ts';
import { isTakingRecording, markUploaded, sessionOf, takesRecording } from '../../db/social-accounts/stats-sessions.ts';
import { uploadOf } from '../../db/uploads/records.ts';
import { type CompletedUpload, kindsOfPurpose, type NewFile, type OpenUpload } from '../../schema/uploads/uploads.ts';
import type { Ctx } from '../context.ts';
import { completeUpload, createUpload } from '../uploads/index.ts';
import { refuseUnusable } from './rules.ts';
import { refuseMove } from './session-rules.ts';

interface SessionPath {
  readonly id: number;
  readonly sessionId: number;
}

/** Opens an upload for the session and signs a URL that takes its video. A failure changes nothing. */
export const createRecordingUpload = (
  ctx: Ctx,
  { id, sessionId, ...file }: NewFile & SessionPath,
): Promise<{ data: OpenUpload }> =>
  createUpload(ctx, file, isTakingRecording(sessionId, ctx.now()), {
    facts: factsOf({ account: accountOf(ctx.actor.userId, id), session: sessionOf(id, sessionId) }),
    visible: ({ account, session }) => account && session && { account, session },
    purposeOf({ account, session }) {
      refuseUnusable(account);
      refuseMove('upload', session, ctx.now());
      return {
        target: { statsSessionId: sessionId },
        kinds: kindsOfPurpose.recording,
        guards: [takesRecording(sessionId, ctx.now())],
      };
    },
  });

/** Verifies or rejects an uploaded video. With a verified one the session waits for staff. */
export const completeRecordingUpload = (
  ctx: Ctx,
  { id, sessionId, uploadId }: SessionPath & { readonly uploadId: string },
): Promise<{ data: CompletedUpload }> =>
  completeUpload(ctx, {
    facts: factsOf({
      account: accountOf(ctx.actor.userId, id),
      session: sessionOf(id, sessionId),
      upload: uploadOf({ statsSessionId: sessionId }, uploadId, ctx.actor.userId),
    }),
    visible: ({ account, session, upload }) => account && session && upload && { account, session, upload },
    completionOf({ account, session, upload }) {
      refuseUnusable(account);
      // The completion of a verified upload repeats its answer, also when its session has moved on.
      if (upload.status !== 'VERIFIED') refuseMove('upload', session, ctx.now());
      return {
        upload,
        guards: [takesRecording(sessionId, ctx.now())],
        recorded: { VERIFIED: [markUploaded(sessionId, ctx.now())], REJECTED: [] },
      };
    },
  });
