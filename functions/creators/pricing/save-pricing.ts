import { sql } from 'drizzle-orm/sql/sql';
import { refreshCatalog } from '../../../db/catalog/refresh.ts';
import { type PricedTarget, type PriceListRecord, type PricingSave, savePrices } from '../../../db/creators/prices.ts';
import { freshId, freshIds } from '../../../db/fresh-ids.ts';
import { factsOf } from '../../../db/query.ts';
import { pricingSaves, serviceListings } from '../../../db/tables/pricing.ts';
import { maxPublished } from '../../../schema/creators/creators.ts';
import type { PricingInput, SavedPricing } from '../../../schema/creators/pricing.ts';
import { limitReached, orLimitReached } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { mutate } from '../../mutate.ts';
import { planPrices, publishesMore } from './rules.ts';
import { viewPricing } from './view.ts';
import { pricesFacts, visiblePrices } from './visible-prices.ts';

/**
 * Replaces the price list of a channel, or changes nothing. A replay changes nothing: it returns the original save with the current prices.
 */
export function savePricing(ctx: Ctx, target: PricedTarget, input: PricingInput): Promise<{ data: SavedPricing }> {
  const answer = (operation: PricingSave, { version, listings }: PriceListRecord) => ({
    data: { operation, pricing: viewPricing(version, listings, ctx.settings.CREATOR_FEE_BPS) },
  });
  const added = input.services.filter(({ serviceListingId }) => serviceListingId === undefined).length;
  return mutate(ctx, {
    facts: factsOf({
      ...pricesFacts(ctx, target),
      listingIds: freshIds(serviceListings, sql`${added}`),
      saveId: freshId(pricingSaves),
    }),
    visible: (found) => ({ ...found, list: visiblePrices(target, found) }),
    replay: (save: PricingSave, { list }) => answer(save, list),
    decide({ list, listingIds, saveId }) {
      const { listings, changed } = planPrices(list, input, listingIds);
      const save = { id: saveId, version: list.version + 1, savedAt: ctx.now().toISOString() };
      // A creator above the limit may still save a smaller list.
      const max = publishesMore(list.listings, listings) ? maxPublished : null;
      return {
        statements: [
          ...savePrices(list, save, changed, { ownerId: ctx.actor.userId, max }),
          refreshCatalog(ctx.actor.userId, ctx.now()),
        ],
        kept: save,
        answer: answer(save, { ...list, version: save.version, listings }),
      };
    },
  }).catch(orLimitReached('published_services', tooMuchPublished));
}

const tooMuchPublished = () =>
  limitReached(
    `A creator can publish at most ${maxPublished.services} services, with ${maxPublished.textBytes} bytes of titles and terms. Unpublish some first.`,
    ['unpublish'],
  );
