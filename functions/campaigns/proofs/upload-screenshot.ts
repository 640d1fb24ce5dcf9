import { sql } from 'drizzle-orm/sql/sql';
import { provablePost } from '../../../db/campaigns/proofs.ts';
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
import { refuseUnprovable } from './rules.ts';

/** Uploads for a post are never closed. */
const always = sql`true`;

/** Opens an upload for the post and signs a URL that takes its JPEG. A failure changes nothing. */
export const createScreenshotUpload = (
  ctx: Ctx,
  { id, ...file }: NewFile & { readonly id: number },
): Promise<{ data: OpenUpload }> =>
  createUpload(ctx, file, always, {
    facts: factsOf({ post: provablePost(id) }),
    visible: ({ post }) => post,
    purposeOf(post) {
      refuseUnprovable(post, ctx.actor.userId);
      return { target: { campaignPostId: id }, kinds: kindsOfPurpose.screenshot, guards: [] };
    },
  });

/** Verifies or rejects an uploaded screenshot. A verified one may become a proof. */
export const completeScreenshotUpload = (
  ctx: Ctx,
  { id, uploadId }: { readonly id: number; readonly uploadId: string },
): Promise<{ data: CompletedUpload }> =>
  completeUpload(ctx, {
    facts: factsOf({
      post: provablePost(id),
      upload: uploadOf({ campaignPostId: id }, uploadId, ctx.actor.userId),
    }),
    visible: ({ post, upload }) => post && upload && { post, upload },
    completionOf({ post, upload }) {
      refuseUnprovable(post, ctx.actor.userId);
      return { upload, guards: [] };
    },
  });
