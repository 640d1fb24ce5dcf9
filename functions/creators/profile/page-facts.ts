import { isPublicationOn } from '../../../db/creators/controls.ts';
import { type PageRecord, pageOf } from '../../../db/creators/pages.ts';
import { facts } from '../../../db/query.ts';
import { notFound } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { earlierAnswer, type SavedAnswer } from '../../idempotency.ts';

export interface PageFacts {
  readonly earlier: SavedAnswer | null;
  readonly page: PageRecord;
  readonly isPublicationOn: boolean;
}

/** The facts for every transition of the caller's page. */
export async function readPageFacts(ctx: Ctx): Promise<PageFacts> {
  const { page, ...found } = await facts(ctx.db, {
    earlier: earlierAnswer(ctx),
    page: pageOf(ctx.actor.userId),
    isPublicationOn,
  });
  if (!page) throw notFound();
  return { ...found, page };
}
