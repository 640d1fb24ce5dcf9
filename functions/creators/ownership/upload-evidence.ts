import { isTakingEvidence, ownedChannel, takesEvidence } from '../../../db/creators/ownership.ts';
import { factsOf } from '../../../db/query.ts';
import { uploadOf } from '../../../db/uploads/records.ts';
import {
  type CompletedUpload,
  kindsOfPurpose,
  type NewFile,
  type OpenUpload,
} from '../../../schema/uploads/uploads.ts';
import type { Ctx } from '../../context.ts';
import { completeUpload, createUpload } from '../../uploads/index.ts';
import { owned } from './challenge-ownership.ts';
import { refuseUnless } from './rules.ts';

/** Opens an upload for the channel and signs a URL that takes its file. A failure changes nothing. */
export const createOwnershipUpload = (
  ctx: Ctx,
  { id, ...file }: NewFile & { id: number },
): Promise<{ data: OpenUpload }> =>
  createUpload(ctx, file, isTakingEvidence(id), {
    ...owned(ctx, id),
    purposeOf(channel) {
      refuseUnless('upload', channel);
      return { target: { channelId: id }, kinds: kindsOfPurpose.evidence, guards: [takesEvidence(id)] };
    },
  });

/** Verifies or rejects an uploaded file. A verified one may be attached as evidence. */
export const completeOwnershipUpload = (
  ctx: Ctx,
  { id, uploadId }: { id: number; uploadId: string },
): Promise<{ data: CompletedUpload }> =>
  completeUpload(ctx, {
    facts: factsOf({
      channel: ownedChannel(ctx.actor.userId, id),
      upload: uploadOf({ channelId: id }, uploadId, ctx.actor.userId),
    }),
    visible: ({ channel, upload }) => channel && upload && { channel, upload },
    completionOf({ channel, upload }) {
      refuseUnless('upload', channel);
      return { upload, guards: [takesEvidence(id)] };
    },
  });
