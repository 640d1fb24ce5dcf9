import * as z from 'zod';
import { assignmentStatuses, orderActions, orderOrigins, orderStatuses, queryEnum } from '../shared/enums.ts';
import { id, pathId, uuid, version } from '../shared/ids.ts';
import { instant } from '../shared/instants.ts';
import { lazy } from '../shared/lazy.ts';
import { money } from '../shared/money.ts';
import { declare } from '../shared/operation.ts';
import { dataOf, idPage, listOf } from '../shared/page.ts';
import { assignment } from './assignments.ts';
import { orderItemInput, quantity } from './order-items.ts';
import { maxDrafts, maxItems } from './order-terms.ts';

const tag = 'Placement orders';
const hash = lazy(() => z.string().regex(/^[0-9a-f]{64}$/, 'must be a 64-character hash'));

const items = lazy(() => z.array(orderItemInput()).min(1).max(maxItems));

const amounts = lazy(() => z.strictObject({ base: money(), brandFee: money(), total: money() }));

export const quote = lazy(() =>
  z
    .strictObject({
      quoteId: uuid(),
      quoteVersion: version(),
      orderId: id().optional().describe('Id of the order; absent for a custom offer.'),
      expiresAt: instant(),
      payloadHash: hash(),
      currency: z.literal('USDT'),
      items: z.array(amounts().extend({ serviceListingId: id().nullable().describe('null for custom offers.') })),
      totals: amounts(),
    })
    .meta({ id: 'Quote' }),
);
export type QuoteView = z.output<ReturnType<typeof quote>>;

export const order = lazy(() =>
  z
    .strictObject({
      id: id(),
      version: version(),
      status: z.enum(orderStatuses),
      origin: z.enum(orderOrigins),
      items: z.array(
        z.strictObject({
          id: id(),
          serviceListingId: id().nullable(),
          title: z.string().nullable().describe('Title of the service now; null for custom offers.'),
          creatorPublicId: uuid(),
          creatorName: z.string().describe('Name of the creator, as on the public page.'),
          quantity: quantity(),
          discountBps: z.int(),
          dueAt: instant(),
          brief: z.string(),
          results: z.array(z.strictObject({ expectedAt: instant(), description: z.string().optional() })),
          rights: z.record(z.string(), z.json()),
          base: money(),
          assignmentId: id().nullable().describe('The assignment of the item; null until the order is funded.'),
          assignmentStatus: z
            .enum(assignmentStatuses)
            .nullable()
            .describe('Status of the assignment; null until the order is funded.'),
        }),
      ),
      activeQuote: quote().nullable(),
      totals: amounts().nullable().describe('Sums of the order; null before its first quote.'),
      allowedActions: z.array(z.enum(orderActions)),
      createdAt: instant(),
      updatedAt: instant(),
    })
    .meta({ id: 'PlacementOrder' }),
);
export type OrderView = z.output<ReturnType<typeof order>>;

export const confirmation = lazy(() =>
  z.strictObject({
    quoteId: uuid(),
    quoteVersion: version(),
    payloadHash: hash().describe('Hash from the quote.'),
    confirm: z.literal(true).describe('Confirms that you have shown the amounts to the advertiser.'),
  }),
);
export type Confirmation = z.output<ReturnType<typeof confirmation>>;

export const checkedOut = lazy(() =>
  dataOf(z.strictObject({ order: order(), assignments: z.array(assignment()), reserved: money() })),
);

const orderPath = lazy(() => z.object({ id: pathId() }));

export const CreateOrder = declare({
  name: 'CreateOrder',
  method: 'post',
  path: '/placement-orders',
  access: 'participant',
  tag,
  summary: 'Create a draft order',
  description:
    'Creates a draft order of 1 to 20 published services. It has no price yet and reserves no money. An advertiser has at ' +
    `most ${maxDrafts} unfunded orders; one more returns 409 INVALID_STATE (LIMIT_REACHED).`,
  role: 'ADVERTISER',
  isForVerified: true,
  body: () => z.strictObject({ items: items() }),
  success: 201,
  answer: () => dataOf(order()),
  errors: ['RESOURCE_NOT_FOUND', 'ROLE_NOT_ALLOWED', 'PRICE_CHANGED', 'INVALID_STATE'],
  idempotency: 'required',
  rate: 'write',
});

export const UpdateOrder = declare({
  name: 'UpdateOrder',
  method: 'patch',
  path: '/placement-orders/{id}',
  access: 'participant',
  tag,
  summary: 'Change a draft order',
  description: 'Replaces all items. The order becomes a DRAFT with the next version, and its quote is superseded.',
  role: 'ADVERTISER',
  params: () => orderPath(),
  body: () => z.strictObject({ expectedVersion: version(), items: items() }),
  success: 200,
  answer: () => dataOf(order()),
  errors: ['VERSION_CONFLICT', 'INVALID_STATE', 'PRICE_CHANGED'],
  idempotency: 'required',
  rate: 'write',
});

export const QuoteOrder = declare({
  name: 'QuoteOrder',
  method: 'post',
  path: '/placement-orders/{id}/quote',
  access: 'participant',
  tag,
  summary: 'Request a quote for an order',
  description:
    'Fixes the amounts until expiresAt (30 minutes by default) and supersedes earlier quotes. The version of the order does not change.',
  role: 'ADVERTISER',
  params: () => orderPath(),
  body: () => z.strictObject({ expectedVersion: version() }),
  success: 201,
  answer: () => dataOf(quote()),
  errors: ['VERSION_CONFLICT', 'INVALID_STATE', 'PRICE_CHANGED'],
  idempotency: 'required',
  rate: 'write',
});

export const CheckOutOrder = declare({
  name: 'CheckOutOrder',
  method: 'post',
  path: '/placement-orders/{id}/checkout',
  access: 'participant',
  tag,
  summary: 'Check out an order and reserve its funds',
  description:
    'Accepts the quote: fixes the price, reserves the total and creates one assignment for each item, or changes nothing.',
  role: 'ADVERTISER',
  params: () => orderPath(),
  body: () => confirmation(),
  success: 201,
  answer: checkedOut,
  errors: ['INVALID_STATE', 'VERSION_CONFLICT', 'QUOTE_EXPIRED', 'PRICE_CHANGED', 'INSUFFICIENT_FUNDS'],
  idempotency: 'required',
  rate: 'money',
});

export const ListOrders = declare({
  name: 'ListOrders',
  method: 'get',
  path: '/placement-orders',
  access: 'participant',
  tag,
  summary: 'List orders',
  description: 'Lists the orders of the caller, newest first.',
  role: 'ADVERTISER',
  query: () => z.object({ ...idPage(), status: queryEnum(orderStatuses).optional() }),
  success: 200,
  answer: () => listOf(order()),
  errors: ['INVALID_CURSOR'],
  idempotency: 'none',
  rate: 'read',
});

export const GetOrder = declare({
  name: 'GetOrder',
  method: 'get',
  path: '/placement-orders/{id}',
  access: 'participant',
  tag,
  summary: 'Get an order',
  role: 'ADVERTISER',
  params: () => orderPath(),
  success: 200,
  answer: () => dataOf(order()),
  errors: [],
  idempotency: 'none',
  rate: 'read',
});
