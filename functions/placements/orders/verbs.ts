/** The verbs of the routes. The first call of one loads them, so that the edge function starts without them. */
export { checkOutOrder } from './check-out-order.ts';
export { createOrder } from './create-order.ts';
export { getOrder } from './get-order.ts';
export { listOrders } from './list-orders.ts';
export { quoteOrder } from './quote-order.ts';
export { updateOrder } from './update-order.ts';
