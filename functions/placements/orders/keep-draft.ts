import type { SQLWrapper } from 'drizzle-orm/sql/sql';
import type { OrderRecord } from '../../../db/placements/orders.ts';
import type { OrderView } from '../../../schema/placements/orders.ts';
import type { Ctx } from '../../context.ts';
import { answerWithView, commit } from '../../idempotency.ts';
import { getOrder } from './get-order.ts';
import { viewOrder } from './view.ts';

/** The largest answer that is stored with its key, in bytes. Only drafts with long briefs are larger. */
const maxKeptBytes = 65_536;

/** The value stored with the key of a draft: the answer, or only the id of the order when the answer is too large. */
export type KeptDraft = { readonly data: OrderView } | { readonly rebuiltFrom: number };

/** Commits the draft and the value that is stored with its key. */
export function commitDraft(
  ctx: Ctx,
  statements: readonly SQLWrapper[],
  order: OrderRecord,
  at: Date,
): Promise<KeptDraft> {
  const answer = { data: viewOrder(order, at) };
  const isKept = Buffer.byteLength(JSON.stringify(answer)) <= maxKeptBytes;
  return commit<KeptDraft>(ctx, statements, isKept ? answer : { rebuiltFrom: order.id });
}

/** Answers with the committed draft. A large one is read again, so a replay shows the order in its current state. */
export const answerDraft = (ctx: Ctx, write: () => Promise<KeptDraft>): Promise<{ data: OrderView }> =>
  answerWithView(write, async (kept) => ('data' in kept ? kept : getOrder(ctx, { id: kept.rebuiltFrom })));
