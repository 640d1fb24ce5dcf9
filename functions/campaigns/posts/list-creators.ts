import { isCampaignOf } from '../../../db/campaigns/campaigns.ts';
import { creatorsPage } from '../../../db/campaigns/creators.ts';
import { facts } from '../../../db/query.ts';
import type { CampaignCreatorView } from '../../../schema/campaigns/posts.ts';
import { notFound } from '../../../schema/shared/errors.ts';
import { type Page, pageOf } from '../../../schema/shared/page.ts';
import type { Ctx } from '../../context.ts';
import { shownToOthers } from '../../metrics/analytics/index.ts';
import { viewCreator } from './view.ts';

interface CreatorsPage {
  readonly id: number;
  readonly limit: number;
  readonly cursor?: number | undefined;
}

/** The accounts with posts in a campaign of the caller, those with the most views first. */
export async function listCampaignCreators(
  ctx: Ctx,
  { id, ...page }: CreatorsPage,
): Promise<Page<CampaignCreatorView>> {
  const { isOwn, creators } = await facts(ctx.db, {
    isOwn: isCampaignOf(ctx.actor.userId, id),
    creators: creatorsPage(ctx.actor.userId, id, page, shownToOthers(ctx)),
  });
  if (!isOwn) throw notFound();
  return pageOf(creators.map(viewCreator), page.limit, (creator) => creator.id);
}
