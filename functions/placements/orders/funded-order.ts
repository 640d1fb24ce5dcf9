import { takeIds } from '../../../db/fresh-ids.ts';
import type { Checkout } from '../../../db/placements/checkouts.ts';
import type { OrderRecord } from '../../../db/placements/orders.ts';
import type { QuoteRecord } from '../../../db/placements/quotes.ts';
import type { AssignmentView } from '../../../schema/placements/assignments.ts';
import type { OrderView } from '../../../schema/placements/orders.ts';
import { type Money, usdt } from '../../../schema/shared/money.ts';
import type { Ctx } from '../../context.ts';
import { heldFor } from '../../wallet/index.ts';
import { clockOf, type FundedItem, openAssignment, type SoldItem, viewAssignment } from '../assignments/index.ts';
import { viewOrder } from './view.ts';

export interface CheckedOut {
  readonly data: { readonly order: OrderView; readonly assignments: AssignmentView[]; readonly reserved: Money };
}

interface FreshIds {
  readonly assignmentIds: readonly number[];
  readonly deliverableIds: readonly number[];
}

export interface Funding {
  readonly order: OrderRecord;
  readonly quote: QuoteRecord;
  /** The items of the order. */
  readonly sold: readonly SoldItem[];
  readonly ids: FreshIds;
}

/** The result of a confirmed quote: a funded order and an assignment for each item. */
export function fundedOrder(
  ctx: Ctx,
  { order, quote, sold, ids }: Funding,
): { checkout: Checkout; answer: CheckedOut } {
  const at = ctx.now();
  const assignments = withIds(sold, ids).map((item) =>
    openAssignment(item, {
      orderId: order.id,
      advertiserId: ctx.actor.userId,
      advertiserName: ctx.actor.displayName,
      at,
      acceptWindowHours: ctx.settings.ACCEPT_WINDOW_HOURS,
      creatorFeeBps: quote.creatorFeeBps,
    }),
  );
  const funded: OrderRecord = {
    ...order,
    status: 'FUNDED',
    items: order.items.map((item, index) => ({ ...item, assignment: assignments[index] ?? null })),
    quote: { ...quote, status: 'CONSUMED' },
    updatedAt: at.toISOString(),
  };
  const reserved = assignments.reduce((sum, assignment) => sum + heldFor(assignment), 0n);
  return {
    checkout: { order, quoteId: quote.quoteId, assignments, at },
    answer: {
      data: {
        order: viewOrder(funded, at),
        assignments: assignments.map((assignment) =>
          viewAssignment(assignment, { party: 'ADVERTISER', roles: ctx.actor.roles }, clockOf(ctx)),
        ),
        reserved: usdt(reserved),
      },
    },
  };
}

function withIds(sold: readonly SoldItem[], ids: FreshIds): FundedItem[] {
  const nextAssignment = takeIds(ids.assignmentIds);
  const nextDeliverable = takeIds(ids.deliverableIds);
  return sold.map((one) => ({
    ...one,
    assignmentId: nextAssignment(),
    results: one.item.results.map((result) => ({ ...result, deliverableId: nextDeliverable() })),
  }));
}
