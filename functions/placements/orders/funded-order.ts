import type { SQLWrapper } from 'drizzle-orm/sql/sql';
import { insertAssignments } from '../../../db/placements/assignments.ts';
import type { OrderRecord } from '../../../db/placements/orders.ts';
import type { QuoteRecord } from '../../../db/placements/quotes.ts';
import type { AssignmentView } from '../../../schema/placements/assignments.ts';
import type { OrderView } from '../../../schema/placements/orders.ts';
import { missing } from '../../../schema/shared/errors.ts';
import { type Money, usdt } from '../../../schema/shared/money.ts';
import type { Ctx } from '../../context.ts';
import { heldFor, holdFunds } from '../../wallet/index.ts';
import { clockOf, openAssignment, type Service, viewAssignment } from '../assignments/index.ts';
import { viewOrder } from './view.ts';

export interface CheckedOut {
  readonly data: { readonly order: OrderView; readonly assignments: AssignmentView[]; readonly reserved: Money };
}

export interface FreshIds {
  readonly assignmentIds: readonly number[];
  readonly deliverableIds: readonly number[];
}

export interface Funding {
  readonly order: OrderRecord;
  readonly quote: QuoteRecord;
  /** The service of each item, in the order of the items. */
  readonly services: readonly Service[];
  readonly ids: FreshIds;
}

/** The result of a confirmed quote: a funded order, an assignment for each item, and the hold. */
export function fundedOrder(
  ctx: Ctx,
  { order, quote, services, ids }: Funding,
): { statements: SQLWrapper[]; answer: CheckedOut } {
  const at = ctx.now();
  const advertiserId = ctx.actor.userId;
  let usedIds = 0;
  const assignments = order.items.map((item, index) => {
    const { type, proofModes, channel, proofTemplate, title, usageTerms } =
      services[index] ?? missing('the service of an item');
    const line = quote.lines[index] ?? missing('the line of an item');
    const deliverableIds = ids.deliverableIds.slice(usedIds, usedIds + item.quantity);
    usedIds += item.quantity;
    return openAssignment(
      {
        orderId: order.id,
        advertiserId,
        item,
        line,
        service: { type, proofModes, channel, proofTemplate, title, usageTerms },
      },
      {
        id: ids.assignmentIds[index] ?? missing('the id of an assignment'),
        deliverableIds,
        at,
        acceptWindowHours: ctx.settings.ACCEPT_WINDOW_HOURS,
        creatorFeeBps: quote.creatorFeeBps,
      },
    );
  });
  const funded: OrderRecord = {
    ...order,
    status: 'FUNDED',
    quote: { ...quote, status: 'CONSUMED' },
    updatedAt: at.toISOString(),
  };
  const reserved = assignments.reduce((sum, assignment) => sum + heldFor(assignment), 0n);
  return {
    statements: [insertAssignments(assignments, at), holdFunds(order.id, at)],
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
