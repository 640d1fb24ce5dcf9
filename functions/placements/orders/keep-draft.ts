import type { SQLWrapper } from 'drizzle-orm/sql/sql';
import type { OrderRecord } from '../../../db/placements/orders.ts';
import type { OrderView } from '../../../schema/placements/orders.ts';
import type { Ctx } from '../../context.ts';
import type { Change } from '../../mutate.ts';
import { getOrder } from './get-order.ts';
import { viewOrder } from './view.ts';

/** The largest answer that is stored with its key, in bytes. Only drafts with long briefs are larger. */
const maxKeptBytes = 65_536;

/** The value stored with the key of a draft: the answer, or only the id of the order when the answer is too large. */
type KeptDraft = { readonly data: OrderView } | { readonly rebuiltFrom: number };

/** The change of a draft, and the value that is stored with its key. */
export function changeOfDraft(
  ctx: Ctx,
  order: OrderRecord,
  statements: readonly SQLWrapper[],
): Change<KeptDraft, { data: OrderView }> {
  const answer = { data: viewOrder(order, ctx.now()) };
  const isKept = Buffer.byteLength(JSON.stringify(answer)) <= maxKeptBytes;
  return { statements, answer, kept: isKept ? answer : { rebuiltFrom: order.id } };
}

/** A replay of a large draft reads the order again, and so shows its current state. */
export const replayDraft =
  (ctx: Ctx) =>
  (kept: KeptDraft): Promise<{ data: OrderView }> | { data: OrderView } =>
    'data' in kept ? kept : getOrder(ctx, { id: kept.rebuiltFrom });
