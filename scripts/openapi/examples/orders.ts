import { usdt } from '../../../schema/shared/money.ts';
import type { Example } from './example.ts';
import {
  amounts,
  brief,
  channel,
  creatorName,
  creatorPublicId,
  dueAt,
  listingId,
  none,
  orderId,
  payloadHash,
  publications,
  quoteId,
  rights,
  title,
} from './market.ts';

const terms = { quantity: 5, discountBps: 1000, dueAt, brief, results: publications, rights };
const items = [{ serviceListingId: listingId, ...terms }];

const quote = {
  quoteId,
  quoteVersion: 1,
  orderId,
  expiresAt: '2026-11-20T10:00:00.000Z',
  payloadHash,
  currency: 'USDT',
  items: [{ serviceListingId: listingId, ...amounts }],
  totals: amounts,
};

const draft = {
  id: orderId,
  version: 1,
  status: 'DRAFT',
  origin: 'LISTING',
  items: [
    {
      id: 71,
      serviceListingId: listingId,
      title,
      creatorPublicId,
      creatorName,
      ...terms,
      base: amounts.base,
      assignmentId: null,
      assignmentStatus: null,
    },
  ],
  activeQuote: null,
  totals: null,
  allowedActions: ['update', 'quote'],
  createdAt: '2026-11-20T09:28:11.402Z',
  updatedAt: '2026-11-20T09:28:11.402Z',
};
const quoted = {
  ...draft,
  status: 'QUOTED',
  activeQuote: quote,
  totals: amounts,
  allowedActions: ['update', 'quote', 'checkout'],
  updatedAt: '2026-11-20T09:30:00.000Z',
};
const funded = {
  ...quoted,
  status: 'FUNDED',
  items: draft.items.map((item) => ({ ...item, assignmentId: 17, assignmentStatus: 'PENDING' })),
  activeQuote: null,
  allowedActions: none,
  updatedAt: '2026-11-20T09:31:07.118Z',
};

const untouched = {
  description: null,
  publishedRevision: null,
  url: null,
  contentId: null,
  metrics: none,
  proofs: none,
  publishedAt: null,
  note: null,
  version: 1,
};
export const assignment = {
  id: 17,
  orderId,
  status: 'PENDING',
  version: 1,
  role: 'ADVERTISER',
  allowedActions: ['cancel'],
  creatorPublicId,
  counterpartName: creatorName,
  serviceListingId: listingId,
  title,
  type: 'STREAM',
  proofModes: ['PUBLIC_VOD'],
  quantity: 5,
  brief,
  rights,
  usageTerms: 'May be reposted for 30 days.',
  dueAt,
  acceptBy: '2026-11-23T09:31:07.118Z',
  approveBy: null,
  cancelFrom: null,
  amounts,
  deliverables: publications.map(({ expectedAt }, index) => ({
    ...untouched,
    id: 90 + index,
    position: index + 1,
    kind: 'PUBLIC',
    expectedAt,
    channelRef: channel,
  })),
  openProposal: null,
  createdAt: '2026-11-20T09:31:07.118Z',
  updatedAt: '2026-11-20T09:31:07.118Z',
};

const confirmation = { quoteId, quoteVersion: 1, payloadHash, confirm: true };

export const orderExamples: Readonly<Record<string, Example>> = {
  CreateOrder: { body: { items }, answer: { data: draft } },
  ListOrders: { answer: { data: [funded, { ...draft, id: 41 }], nextCursor: '41' } },
  GetOrder: { answer: { data: quoted } },
  UpdateOrder: { body: { expectedVersion: 1, items }, answer: { data: { ...draft, version: 2 } } },
  QuoteOrder: { body: { expectedVersion: 1 }, answer: { data: quote } },
  CheckOutOrder: {
    success: 'The funded order, its assignments and the amount that was reserved.',
    body: confirmation,
    answer: { data: { order: funded, assignments: [assignment], reserved: amounts.total } },
  },
};

// One file for 240.00 and 5 %: 252.00 USDT.
const fileAmounts = { base: usdt(240_000_000n), brandFee: usdt(12_000_000n), total: usdt(252_000_000n) };
const fileResults = [
  { expectedAt: '2026-12-12T12:00:00.000Z', description: 'One vertical clip of 30 seconds, 1080 x 1920.' },
];
const fileTerms = { quantity: 1, discountBps: 0, brief, results: fileResults, rights };
const { orderId: _, ...offerQuote } = {
  ...quote,
  items: [{ serviceListingId: null, ...fileAmounts }],
  totals: fileAmounts,
};
const offerOrder = {
  ...funded,
  id: 43,
  origin: 'CUSTOM',
  items: [
    {
      id: 72,
      serviceListingId: null,
      title: null,
      creatorPublicId,
      creatorName,
      ...fileTerms,
      dueAt: '2026-12-15T12:00:00.000Z',
      base: fileAmounts.base,
      assignmentId: 18,
      assignmentStatus: 'PENDING',
    },
  ],
  totals: fileAmounts,
};
const fileAssignment = {
  ...assignment,
  id: 18,
  orderId: 43,
  serviceListingId: null,
  title: null,
  type: 'UGC',
  proofModes: ['PRIVATE_FILE'],
  quantity: 1,
  dueAt: '2026-12-15T12:00:00.000Z',
  amounts: fileAmounts,
  deliverables: fileResults.map((result) => ({
    ...untouched,
    ...result,
    id: 95,
    position: 1,
    kind: 'FILE',
    channelRef: null,
  })),
};

export const offerExamples: Readonly<Record<string, Example>> = {
  QuoteOffer: {
    body: {
      origin: 'CUSTOM',
      creatorPublicId,
      serviceType: 'UGC',
      proofModes: ['PRIVATE_FILE'],
      priceCents: '24000',
      expectedEndAt: '2026-12-15T12:00:00.000Z',
      ...fileTerms,
    },
    answer: { data: offerQuote },
  },
  GetCustomOffer: {
    success: 'The quote of the custom offer, with its terms.',
    answer: {
      data: {
        quote: offerQuote,
        status: 'ACTIVE',
        orderId: null,
        terms: {
          creatorPublicId,
          creatorName,
          priceCents: '24000',
          expectedEndAt: '2026-12-15T12:00:00.000Z',
          ...fileTerms,
        },
      },
    },
  },
  ConfirmOffer: {
    success: 'The funded order, its assignment and the amount that was reserved.',
    body: confirmation,
    answer: { data: { order: offerOrder, assignments: [fileAssignment], reserved: fileAmounts.total } },
  },
};
