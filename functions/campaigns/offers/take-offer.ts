import { insertTake, isRunning, offerOf } from '../../../db/campaigns/offers.ts';
import { factsOf } from '../../../db/query.ts';
import type { OfferView } from '../../../schema/campaigns/offers.ts';
import { notFound } from '../../../schema/shared/errors.ts';

import type { Ctx } from '../../context.ts';
import { mutate } from '../../mutate.ts';
import { giveConsent, needsConsent, refuseEarlierText } from '../../social-accounts/index.ts';
import { consentingAccounts, refusePaused } from './rules.ts';
import { viewOffer } from './view.ts';

export interface TakeOfferInput {
  readonly id: number;
  readonly shareMetrics?: boolean | undefined;
  /** The text about sharing that the caller has read. */
  readonly sharingVersion?: string | undefined;
}

/**
 * Takes the offer of a campaign, and records the consent to show the metrics of the accounts that need it. The first take stays. A failure changes
 * nothing.
 */
export const takeOffer = (ctx: Ctx, input: TakeOfferInput): Promise<{ data: OfferView }> =>
  mutate(ctx, {
    facts: factsOf({ offer: offerOf(ctx.actor.userId, input.id, ctx.now()) }),
    // A retry of a successful take returns its answer, even if the campaign has been paused or ended.
    visible: (found) => found,
    decide({ offer }) {
      if (offer === null) throw notFound();
      refusePaused(offer);
      const { id, shareMetrics = false } = input;
      refuseEarlierText(shareMetrics, input.sharingVersion);
      const { userId } = ctx.actor;
      const at = ctx.now();
      const consenting = consentingAccounts(offer.accounts, shareMetrics, needsConsent(ctx));
      const takenAt = offer.takenAt ?? at.toISOString();
      return {
        statements: [
          ...giveConsent(userId, consenting, at),
          isRunning(userId, id, at),
          ...(offer.takenAt === null ? [insertTake(userId, id, at)] : []),
        ],
        answer: { data: viewOffer({ ...offer, takenAt }, ctx.settings.BASE_URL) },
      };
    },
  });
