import {
  CheckOutOrder,
  CreateOrder,
  GetOrder,
  ListOrders,
  QuoteOrder,
  UpdateOrder,
} from '../../../schema/placements/orders.ts';
import { group, on } from '../../http/route.ts';

const verbs = () => import('./verbs.ts');

export const orderRoutes = group(
  on(CreateOrder, async (ctx, { body }) => (await verbs()).createOrder(ctx, body)),
  on(ListOrders, async (ctx, { query }) => (await verbs()).listOrders(ctx, query)),
  on(GetOrder, async (ctx, { params }) => (await verbs()).getOrder(ctx, params)),
  on(UpdateOrder, async (ctx, { params, body }) => (await verbs()).updateOrder(ctx, { ...params, ...body })),
  on(QuoteOrder, async (ctx, { params, body }) => (await verbs()).quoteOrder(ctx, { ...params, ...body })),
  on(CheckOutOrder, async (ctx, { params, body }) => (await verbs()).checkOutOrder(ctx, { ...params, ...body })),
);
