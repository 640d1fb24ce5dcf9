import type { SQL } from 'drizzle-orm/sql/sql';
import type { OrderRecord } from '../../schema/order-records.ts';
import type { OrderView } from '../../schema/orders.ts';
import type { Ctx } from '../context.ts';
import { answerAnew, commit } from '../idempotency.ts';
import { getOrder } from './get-order.ts';
import { viewOrder } from './view.ts';

/** The largest answer, in bytes, that is kept with its key. Briefs make drafts larger than all the rest that is kept. */
const mostKeptBytes = 65_536;

/** What the key of a draft is bound to: the answer, or where that is large, the id of the order alone. */
export type KeptDraft = { readonly data: OrderView } | { readonly rebuiltFrom: number };

/** The draft is as it says now. */
export function commitDraft(ctx: Ctx, statements: readonly SQL[], order: OrderRecord, at: Date): Promise<KeptDraft> {
  const answer = { data: viewOrder(order, at) };
  const isKept = Buffer.byteLength(JSON.stringify(answer)) <= mostKeptBytes;
  return commit<KeptDraft>(ctx, statements, isKept ? answer : { rebuiltFrom: order.id });
}

/** Answers with the draft as it was left. A large one is read anew, also by a replay, which shows the order as it is now. */
export const answerDraft = (ctx: Ctx, write: () => Promise<KeptDraft>): Promise<{ data: OrderView }> =>
  answerAnew(write, async (kept) => ('data' in kept ? kept : getOrder(ctx, { id: kept.rebuiltFrom })));
