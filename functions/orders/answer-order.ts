import type { SQL } from 'drizzle-orm/sql/sql';
import type { OrderRecord } from '../../schema/order-records.ts';
import type { OrderView } from '../../schema/orders.ts';
import type { Ctx } from '../context.ts';
import { commit, Replay } from '../idempotency.ts';
import { getOrder } from './get-order.ts';
import { viewOrder } from './view.ts';

/** The largest answer, in bytes, that is kept with its key. Briefs make drafts larger than all the rest that is kept. */
const mostKeptBytes = 65_536;

/** The draft as it now is. With its key goes that answer, or only the order's id where it is large: see answerOrder. */
export async function commitDraft(
  ctx: Ctx,
  statements: readonly SQL[],
  order: OrderRecord,
  at: Date,
): Promise<{ data: OrderView }> {
  const answer = { data: viewOrder(order, at) };
  const isKept = Buffer.byteLength(JSON.stringify(answer)) <= mostKeptBytes;
  await commit<object>(ctx, statements, isKept ? answer : { rebuiltFrom: order.id });
  return answer;
}

/** A replay of a large answer is made anew: it shows the order as it is now. */
export async function answerOrder(ctx: Ctx, write: () => Promise<{ data: OrderView }>): Promise<{ data: OrderView }> {
  try {
    return await write();
  } catch (error) {
    const id = error instanceof Replay && /^\{"rebuiltFrom":(\d+)\}$/.exec(error.saved.body)?.[1];
    if (!id) throw error;
    throw new Replay({ ...error.saved, body: JSON.stringify(await getOrder(ctx, { id: Number(id) })) });
  }
}
