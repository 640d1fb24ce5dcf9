import { isTakingEvidence, ownedChannel, takesEvidence } from '../../../db/creators/ownership.ts';
import { facts } from '../../../db/query.ts';
import { uploadOf } from '../../../db/uploads/records.ts';
import { notFound } from '../../../schema/shared/errors.ts';
import type { CompletedUpload, NewFile, OpenUpload } from '../../../schema/uploads/uploads.ts';
import type { Ctx } from '../../context.ts';
import { earlierAnswer, replayEarlier } from '../../idempotency.ts';
import { retryOnConflict } from '../../retry-on-conflict.ts';
import { completeUpload, createUpload, settleUpload, signingReplays } from '../../uploads/index.ts';
import { readOwned } from './challenge-ownership.ts';
import { refuseUnless } from './rules.ts';

/** Opens an upload for the channel and signs a URL that takes its file. A failure changes nothing. */
export const createOwnershipUpload = (
  ctx: Ctx,
  { id, ...file }: NewFile & { id: number },
): Promise<{ data: OpenUpload }> =>
  signingReplays(ctx, isTakingEvidence(id), () =>
    retryOnConflict(async () => {
      refuseUnless('upload', await readOwned(ctx, id));
      return createUpload(ctx, { target: { channelId: id }, allowsPdf: false, guards: [takesEvidence(id)] }, file);
    }),
  );

/** Verifies or rejects an uploaded file. A verified one may be attached as evidence. */
export const completeOwnershipUpload = (
  ctx: Ctx,
  { id, uploadId }: { id: number; uploadId: string },
): Promise<{ data: CompletedUpload }> =>
  settleUpload(async () => {
    const { userId } = ctx.actor;
    const { earlier, channel, upload } = await facts(ctx.db, {
      earlier: earlierAnswer(ctx),
      channel: ownedChannel(userId, id),
      upload: uploadOf({ channelId: id }, uploadId, userId),
    });
    if (!channel || !upload) throw notFound();
    replayEarlier(ctx, earlier);
    refuseUnless('upload', channel);
    return completeUpload(ctx, { upload, guards: [takesEvidence(id)] });
  });
