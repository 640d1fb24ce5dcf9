import { sql } from 'drizzle-orm/sql/sql';
import { refreshCatalog } from '../../../db/catalog/refresh.ts';
import { type PricedTarget, type PricingSave, savePrices } from '../../../db/creators/prices.ts';
import { freshId, freshIds } from '../../../db/fresh-ids.ts';
import { facts } from '../../../db/query.ts';
import { pricingSaves, serviceListings } from '../../../db/tables/pricing.ts';
import { maxPublished } from '../../../schema/creators/creators.ts';
import type { PricingInput, SavedPricing } from '../../../schema/creators/pricing.ts';
import { limitReached, orLimitReached } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { commit, earlierAnswer, Replay, type SavedAnswer, savedAnswer } from '../../idempotency.ts';
import { retryOnConflict } from '../../retry-on-conflict.ts';
import { planPrices, publishesMore } from './rules.ts';
import { viewPricing } from './view.ts';
import { pricesFacts, visiblePrices } from './visible-prices.ts';

/**
 * Replaces the price list of a channel, or changes nothing. A replay changes nothing: it returns the original save with the current prices.
 */
export const savePricing = (ctx: Ctx, target: PricedTarget, input: PricingInput): Promise<{ data: SavedPricing }> =>
  retryOnConflict(async () => {
    const found = await readFacts(ctx, target, input);
    const list = visiblePrices(target, found);
    const answer = (operation: PricingSave, { version, listings } = list) => ({
      data: { operation, pricing: viewPricing(version, listings, ctx.settings.CREATOR_FEE_BPS) },
    });
    const saved = savedAnswer(ctx, found.earlier);
    if (saved) throw new Replay({ ...saved, body: JSON.stringify(answer(boundSave(saved))) });
    const { listings, changed } = planPrices(list, input, found.listingIds);
    const save = { id: found.saveId, version: list.version + 1, savedAt: ctx.now().toISOString() };
    // A creator above the limit may still save a smaller list.
    const max = publishesMore(list.listings, listings) ? maxPublished : null;
    const statements = [
      ...savePrices(list, save, changed, { ownerId: ctx.actor.userId, max }),
      refreshCatalog(ctx.actor.userId, ctx.now()),
    ];
    await commit(ctx, statements, save, { isRebuilt: true }).catch(
      orLimitReached('published_services', tooMuchPublished),
    );
    return answer(save, { ...list, version: save.version, listings });
  });

const tooMuchPublished = () =>
  limitReached(
    `A creator can publish at most ${maxPublished.services} services, with ${maxPublished.textBytes} bytes of titles and terms. Unpublish some first.`,
    ['unpublish'],
  );

const readFacts = (ctx: Ctx, target: PricedTarget, { services }: PricingInput) => {
  const added = services.filter(({ serviceListingId }) => serviceListingId === undefined).length;
  return facts(ctx.db, {
    earlier: earlierAnswer(ctx),
    ...pricesFacts(ctx, target),
    listingIds: freshIds(serviceListings, sql`${added}`),
    saveId: freshId(pricingSaves),
  });
};

/** Safe: a key of this operation is bound to the save alone, as the commit above wrote it. */
const boundSave = ({ body }: SavedAnswer): PricingSave => JSON.parse(body) as PricingSave;
