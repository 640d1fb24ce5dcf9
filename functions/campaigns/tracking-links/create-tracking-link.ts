import {
  insertTrackingLink,
  linkedCampaign,
  type NewTrackingLink,
  participantOf,
} from '../../../db/campaigns/tracking-links.ts';
import { freshId } from '../../../db/fresh-ids.ts';
import { factsOf } from '../../../db/query.ts';
import { trackingLinks } from '../../../db/tables/tracking-links.ts';
import { maxTrackingLinks } from '../../../schema/campaigns/campaign-terms.ts';
import type { TrackingLinkInput, TrackingLinkView } from '../../../schema/campaigns/tracking-link.ts';
import { invalidState, notFound, orLimitReached } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { mutate } from '../../mutate.ts';
import { codeFrom, destinationOf, tooManyLinks } from './rules.ts';
import { viewTrackingLink } from './view.ts';

/** Creates a link of a campaign of the caller that has not ended. A failure changes nothing. */
export const createTrackingLink = (
  ctx: Ctx,
  { id, label = null, socialAccountId = null, ...input }: TrackingLinkInput & { readonly id: number },
): Promise<{ data: TrackingLinkView }> =>
  mutate(ctx, {
    facts: factsOf({
      linkId: freshId(trackingLinks),
      campaign: linkedCampaign(ctx.actor.userId, id),
      participantId: participantOf(id, socialAccountId),
    }),
    visible: ({ campaign, ...found }) => campaign && { ...found, campaign },
    decide({ linkId, campaign, participantId }) {
      const destinationUrl = destinationOf(input.destinationUrl, ctx.settings.BASE_URL);
      if (socialAccountId !== null && participantId === null) throw notFound();
      if (campaign.status === 'COMPLETED' || campaign.status === 'CANCELLED') throw invalidState(campaign.status, []);
      const link: NewTrackingLink = {
        id: linkId,
        campaignId: campaign.id,
        ...{ socialAccountId, creatorId: participantId, code: freshCode(), destinationUrl, label },
        salt: crypto.getRandomValues(new Uint8Array(saltBytes)),
        createdAt: ctx.now(),
      };
      const counts = { clicks: 0, uniqueClicks: 0, lastClickAt: null, blockedAt: null, blockReason: null };
      const record = { ...link, ...counts, createdAt: link.createdAt.toISOString() };
      return {
        statements: insertTrackingLink(link, maxTrackingLinks),
        answer: { data: viewTrackingLink(record, ctx.settings.BASE_URL) },
      };
    },
  }).catch(orLimitReached('tracking_links', tooManyLinks));

const saltBytes = 32;

function freshCode(): string {
  for (;;) {
    const code = codeFrom(crypto.getRandomValues(new Uint8Array(16)));
    if (code !== null) return code;
  }
}
