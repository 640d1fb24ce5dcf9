import { isCampaignOf } from '../../../db/campaigns/campaigns.ts';
import { type CreatorsPage, creatorsPage, takersPage } from '../../../db/campaigns/creators.ts';
import { facts } from '../../../db/query.ts';
import type { CampaignCreatorView } from '../../../schema/campaigns/posts.ts';
import { notFound } from '../../../schema/shared/errors.ts';
import { type Page, pageOf } from '../../../schema/shared/page.ts';
import type { Ctx } from '../../context.ts';
import { shownToOthers } from '../../metrics/analytics/index.ts';
import { viewCreator, viewTaker } from './view.ts';

interface ListCreators extends CreatorsPage {
  readonly id: number;
  readonly withoutPosts?: 'true' | undefined;
}

/** The accounts with posts in a campaign of the caller, those with the most views first; or those that have taken the offer alone. */
export async function listCampaignCreators(
  ctx: Ctx,
  { id, withoutPosts, ...page }: ListCreators,
): Promise<Page<CampaignCreatorView>> {
  const { isOwn, creators } = await (withoutPosts === undefined ? accountsWithPosts : accountsWithoutPosts)(
    ctx,
    id,
    page,
  );
  if (!isOwn) throw notFound();
  return pageOf(creators, page.limit, (creator) => creator.id);
}

async function accountsWithPosts(ctx: Ctx, id: number, page: CreatorsPage) {
  const { isOwn, creators } = await facts(ctx.db, {
    isOwn: isCampaignOf(ctx.actor.userId, id),
    creators: creatorsPage(ctx.actor.userId, id, { ...page, at: ctx.now() }, shownToOthers(ctx)),
  });
  return { isOwn, creators: creators.map(viewCreator) };
}

async function accountsWithoutPosts(ctx: Ctx, id: number, page: CreatorsPage) {
  const { isOwn, takers } = await facts(ctx.db, {
    isOwn: isCampaignOf(ctx.actor.userId, id),
    takers: takersPage(ctx.actor.userId, id, page),
  });
  return { isOwn, creators: takers.map(viewTaker) };
}
