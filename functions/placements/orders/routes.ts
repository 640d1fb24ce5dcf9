import {
  CheckOutOrder,
  CreateOrder,
  GetOrder,
  ListOrders,
  QuoteOrder,
  UpdateOrder,
} from '../../../schema/placements/orders.ts';
import { group, on } from '../../http/route.ts';
import { checkOutOrder } from './check-out-order.ts';
import { createOrder } from './create-order.ts';
import { getOrder } from './get-order.ts';
import { listOrders } from './list-orders.ts';
import { quoteOrder } from './quote-order.ts';
import { updateOrder } from './update-order.ts';

export const orderRoutes = group(
  on(CreateOrder, (ctx, { body }) => createOrder(ctx, body)),
  on(ListOrders, (ctx, { query }) => listOrders(ctx, query)),
  on(GetOrder, (ctx, { params }) => getOrder(ctx, params)),
  on(UpdateOrder, (ctx, { params, body }) => updateOrder(ctx, { ...params, ...body })),
  on(QuoteOrder, (ctx, { params, body }) => quoteOrder(ctx, { ...params, ...body })),
  on(CheckOutOrder, (ctx, { params, body }) => checkOutOrder(ctx, { ...params, ...body })),
);
