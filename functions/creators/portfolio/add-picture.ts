import { addPicture, isInPortfolio, type PortfolioRecord } from '../../../db/creators/portfolio.ts';
import { factsOf } from '../../../db/query.ts';
import type { NewPicture } from '../../../db/social-accounts/avatars.ts';
import { type UploadRecord, uploadOf } from '../../../db/uploads/records.ts';
import type { PortfolioPicture } from '../../../schema/creators/portfolio-picture.ts';
import { pictureTypes } from '../../../schema/shared/enums.ts';
import { missing, notFound } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { mutate } from '../../mutate.ts';
import { sha256 } from '../../platform/hash.ts';
import { dropUnstored, putPicture } from '../../social-accounts/index.ts';
import { pictureIn, readStored } from '../../uploads/index.ts';
import { answerWithOne, portfolioFacts } from './own-portfolio.ts';
import { refuseFull, refuseUnusable, shownSize } from './rules.ts';

export interface AddedPicture {
  /** A verified upload of the caller for the portfolio. */
  readonly uploadId: string;
  readonly caption?: string | null | undefined;
}

/** Adds a public copy of the uploaded picture after the others. A failure changes nothing. */
export async function addPortfolioPicture(
  ctx: Ctx,
  { uploadId, caption = null }: AddedPicture,
): Promise<{ data: PortfolioPicture }> {
  const { userId } = ctx.actor;
  let copy: PublicCopy | undefined;
  const adding = mutate(ctx, {
    facts: factsOf({
      ...portfolioFacts(userId),
      upload: uploadOf({ portfolioCreatorId: userId }, uploadId, userId),
      isUsed: isInPortfolio(uploadId),
    }),
    // The upload is named by the body: a used key is a conflict before it is looked at.
    visible: (found) => found,
    replay: (kept: PortfolioRecord, found) => answerWithOne(ctx, kept, found),
    async decide(found) {
      const { upload, isUsed, pictures } = found;
      if (upload === null) throw notFound();
      refuseUnusable(upload, isUsed);
      refuseFull(pictures);
      // An attempt after a conflict uses the copy of the first one.
      copy ??= await publicCopy(ctx, upload);
      const shown = { ...copy.shown, caption, position: pictures.length + 1 };
      return {
        statements: addPicture({ creatorId: userId, uploadId, picture: copy.picture, shown }, ctx.now()),
        kept: shown,
        answer: await answerWithOne(ctx, shown, found),
      };
    },
  });
  return adding.catch((error: unknown) => {
    if (copy !== undefined) ctx.defer(dropUnstored(ctx, copy.picture));
    throw error;
  });
}

interface PublicCopy {
  readonly picture: NewPicture;
  readonly shown: Pick<PortfolioRecord, 'id' | 'url' | 'width' | 'height'>;
}

/** Copies the checked file to the store of public pictures. */
async function publicCopy({ settings }: Ctx, upload: UploadRecord): Promise<PublicCopy> {
  const { storedKey, storedSize, storedSha256 } = upload;
  if (storedKey === null || storedSize === null || storedSha256 === null) return missing('the copy of a verified file');
  const contentType = pictureTypes.find((type) => type === upload.contentType) ?? missing('the type of a picture');
  const bytes = await readStored(settings, { storedKey, storedSize, storedSha256 });
  const { width, height } = shownSize(await pictureIn(bytes));
  const { picture, url } = await putPicture(settings, { bytes, contentType }, await sha256(bytes));
  return { picture, shown: { id: picture.id, url, width, height } };
}
