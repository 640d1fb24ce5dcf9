import { type CampaignRecord, campaignOf } from '../../../db/campaigns/campaigns.ts';
import { factsOf } from '../../../db/query.ts';
import { Refusal } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { shownToOthers } from '../../metrics/analytics/index.ts';

/** A campaign of the caller, or null: a field of the facts. */
export const campaignOfCaller = (ctx: Ctx, id: number) => campaignOf(ctx.actor.userId, id, shownToOthers(ctx));

/** A campaign of the caller as the object of a mutation. */
export const ownCampaign = (ctx: Ctx, id: number) => ({
  facts: factsOf({ campaign: campaignOfCaller(ctx, id) }),
  visible: ({ campaign }: { readonly campaign: CampaignRecord | null }) => campaign,
});

export function refuseStale({ version }: CampaignRecord, expectedVersion: number): void {
  if (version !== expectedVersion) throw new Refusal('VERSION_CONFLICT');
}
