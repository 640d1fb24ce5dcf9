import { sql } from 'drizzle-orm/sql/sql';
import { factsOf } from '../../../db/query.ts';
import { uploadOf } from '../../../db/uploads/records.ts';
import { portfolioLimits } from '../../../schema/creators/creators.ts';
import {
  type CompletedUpload,
  kindsOfPurpose,
  type NewFile,
  type OpenUpload,
} from '../../../schema/uploads/uploads.ts';
import type { Ctx } from '../../context.ts';
import { completeUpload, createUpload } from '../../uploads/index.ts';
import { portfolioFacts } from './own-portfolio.ts';
import { refuseFull } from './rules.ts';

/** A portfolio is never closed. */
const always = sql`true`;

/** Opens an upload for the portfolio and signs a URL that takes its picture. A failure changes nothing. */
export const createPortfolioUpload = (ctx: Ctx, file: NewFile): Promise<{ data: OpenUpload }> =>
  createUpload(ctx, file, always, {
    facts: factsOf(portfolioFacts(ctx.actor.userId)),
    visible: (found) => found,
    purposeOf({ pictures }) {
      refuseFull(pictures);
      const { bytes: maxBytes } = portfolioLimits;
      return { target: { portfolioCreatorId: ctx.actor.userId }, kinds: kindsOfPurpose.picture, maxBytes, guards: [] };
    },
  });

/** Verifies or rejects an uploaded picture. A verified one may be added to the portfolio. */
export const completePortfolioUpload = (
  ctx: Ctx,
  { uploadId }: { readonly uploadId: string },
): Promise<{ data: CompletedUpload }> =>
  completeUpload(ctx, {
    facts: factsOf({ upload: uploadOf({ portfolioCreatorId: ctx.actor.userId }, uploadId, ctx.actor.userId) }),
    visible: ({ upload }) => upload && { upload },
    completionOf: ({ upload }) => ({ upload, guards: [] }),
  });
