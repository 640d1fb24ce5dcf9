import * as z from 'zod';
import { discountLimitBps } from '../creators/pricing.ts';
import { quoteStatuses } from '../shared/enums.ts';
import { id, uuid } from '../shared/ids.ts';
import { instant, instantInput } from '../shared/instants.ts';
import { lazy } from '../shared/lazy.ts';
import { priceCents } from '../shared/money.ts';
import { declare } from '../shared/operation.ts';
import { dataOf } from '../shared/page.ts';
import { rights, words } from '../shared/text.ts';
import { brief, maxResults, quantity, refuseCount, refuseLate } from './order-items.ts';
import { checkedOut, confirmation, quote } from './orders.ts';

const tag = 'Custom offers';

const result = lazy(() => z.strictObject({ expectedAt: instantInput(), description: words(2_000) }));

export const offerTerms = lazy(() =>
  z
    .strictObject({
      origin: z.literal('CUSTOM'),
      creatorPublicId: uuid(),
      serviceType: z.literal('UGC'),
      proofModes: z.array(z.literal('PRIVATE_FILE')).length(1),
      priceCents: priceCents().describe('The price of one result.'),
      expectedEndAt: instantInput().describe('Deadline for all results.'),
      quantity: quantity(),
      discountBps: z.int().min(0).max(discountLimitBps),
      brief: brief(),
      results: z.array(result()).min(1).max(maxResults).describe('One entry for each unit of quantity.'),
      rights: rights(),
    })
    .superRefine((terms, context) => {
      refuseCount(terms, context);
      refuseLate(terms.results, terms.expectedEndAt, 'expectedEndAt', context);
    }),
);
export type OfferTerms = z.output<ReturnType<typeof offerTerms>>;

const offer = lazy(() =>
  z
    .strictObject({
      quote: quote(),
      status: z
        .enum(quoteStatuses)
        .describe('Only an ACTIVE offer can be confirmed. CONSUMED: it was confirmed. EXPIRED: request another quote.'),
      orderId: id().nullable().describe('The order that the custom offer has become; null before.'),
      terms: z.strictObject({
        creatorPublicId: uuid(),
        creatorName: z.string().nullable().describe('Name of the creator; null if its page is not published any more.'),
        priceCents: z.string().describe('The price of one result in cents.'),
        expectedEndAt: instant().describe('Deadline for all results.'),
        quantity: quantity(),
        discountBps: z.int(),
        brief: z.string(),
        results: z.array(z.strictObject({ expectedAt: instant(), description: z.string() })),
        rights: z.record(z.string(), z.json()),
      }),
    })
    .meta({ id: 'CustomOffer' }),
);
export type OfferView = z.output<ReturnType<typeof offer>>;

export const GetCustomOffer = declare({
  name: 'GetCustomOffer',
  method: 'get',
  path: '/placement-offers/{quoteId}',
  access: 'participant',
  tag,
  summary: 'Get a quoted custom offer',
  description:
    'Returns the quote of a custom offer with its terms, so that the advertiser can check them before the confirmation. An unconfirmed ' +
    'offer is deleted 30 days after it has expired.',
  role: 'ADVERTISER',
  params: () => z.object({ quoteId: uuid() }),
  success: 200,
  answer: () => dataOf(offer()),
  errors: [],
  idempotency: 'none',
  rate: 'read',
});

export const QuoteOffer = declare({
  name: 'QuoteOffer',
  method: 'post',
  path: '/placement-offers/quote',
  access: 'participant',
  tag,
  summary: 'Quote a custom private-file offer',
  description:
    'Prices an offer of UGC files to a published creator. base = priceCents x quantity x (10000 - discountBps) / 10000.',
  role: 'ADVERTISER',
  body: () => offerTerms(),
  success: 201,
  answer: () => dataOf(quote()),
  errors: ['INVALID_MONEY_PRECISION', 'RESOURCE_NOT_FOUND', 'ROLE_NOT_ALLOWED'],
  idempotency: 'required',
  rate: 'write',
});

export const ConfirmOffer = declare({
  name: 'ConfirmOffer',
  method: 'post',
  path: '/placement-offers',
  access: 'participant',
  tag,
  summary: 'Confirm a custom offer and reserve its funds',
  description: 'Accepts the quote: creates a funded order of origin CUSTOM with its assignment, or changes nothing.',
  role: 'ADVERTISER',
  isForVerified: true,
  body: () => confirmation(),
  success: 201,
  answer: checkedOut,
  errors: [
    'RESOURCE_NOT_FOUND',
    'INVALID_STATE',
    'VERSION_CONFLICT',
    'QUOTE_EXPIRED',
    'PRICE_CHANGED',
    'INSUFFICIENT_FUNDS',
  ],
  idempotency: 'required',
  rate: 'money',
});
