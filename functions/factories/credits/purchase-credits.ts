import { purchaseCredits as purchase } from '../../../db/factories/credits.ts';
import { factsOf } from '../../../db/query.ts';
import type { CreditEntryView, PurchaseInput } from '../../../schema/factories/credits.ts';
import type { Ctx } from '../../context.ts';
import { mutate, readAfterCommit } from '../../mutate.ts';
import { getEntry } from './get-entry.ts';
import { priceOf } from './rules.ts';

/** Buys credits with the available balance, and resumes the factories that lack credits. A failure changes nothing. */
export function purchaseCredits(
  ctx: Ctx,
  { credits, priceRaw }: Omit<PurchaseInput, 'confirm'>,
): Promise<{ data: CreditEntryView }> {
  const ownerId = ctx.actor.userId;
  const entry = (reference: string) => getEntry(ctx, ownerId, 'PURCHASE', reference);
  return mutate(ctx, {
    facts: factsOf({}),
    visible: (found) => found,
    replay: ({ reference }: { readonly reference: string }) => entry(reference),
    decide() {
      const price = priceOf(credits, priceRaw, ctx.settings);
      const reference = crypto.randomUUID();
      return {
        statements: [purchase({ ownerId, credits, price, reference, at: ctx.now() })],
        answer: readAfterCommit(() => entry(reference)),
        kept: { reference },
      };
    },
  });
}
