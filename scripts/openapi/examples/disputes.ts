import { usdt } from '../../../schema/shared/money.ts';
import type { Example } from './example.ts';
import { creatorPublicId, listingId, orderId } from './market.ts';
import { assignment } from './orders.ts';
import { proofExamples } from './proofs.ts';

const dispute = {
  author: 'ADVERTISER',
  reason: 'QUALITY',
  description: 'Two of the five streams never mention the product.',
  openedAt: '2026-12-27T09:12:00.000Z',
  outcome: null,
  creatorShareBps: null,
  note: null,
  resolverId: null,
  resolvedAt: null,
  payouts: null,
};
const payouts = { creator: usdt(364_500_000n), platform: usdt(60_750_000n), advertiser: usdt(283_500_000n) };
const disputed = {
  id: assignment.id,
  orderId,
  status: 'DISPUTED',
  version: 4,
  advertiserId: 7,
  creatorId: 12,
  creatorPublicId,
  serviceListingId: listingId,
  type: 'STREAM',
  dueAt: assignment.dueAt,
  amounts: {
    base: usdt(675_000_000n),
    brandFee: usdt(33_750_000n),
    creatorFee: usdt(67_500_000n),
    total: usdt(708_750_000n),
    net: usdt(607_500_000n),
  },
  dispute,
  createdAt: assignment.createdAt,
  updatedAt: dispute.openedAt,
};
const events = [
  { id: 301, seq: 1, kind: 'assignment.funded', actor: 'ADVERTISER', at: assignment.createdAt, data: {}, files: [] },
];
const note = 'Three of five streams are as ordered.';

export const disputeExamples: Readonly<Record<string, Example>> = {
  ListCases: { answer: { data: [disputed], nextCursor: null } },
  GetCase: {
    answer: {
      data: {
        ...disputed,
        brief: assignment.brief,
        rights: assignment.rights,
        title: 'A mention in a live stream',
        usageTerms: 'Stays online for at least 12 months.',
        deliverables: assignment.deliverables,
        openProposal: null,
        events,
        eventsTotal: events.length,
        files: [],
      },
    },
  },
  DownloadCaseFile: proofExamples.DownloadProof ?? {},
  ListCaseEvents: { answer: { data: events, nextCursor: null } },
  PreviewSettlement: {
    success: 'The amounts that the split would pay.',
    answer: {
      data: {
        creatorShareBps: 6_000,
        ...payouts,
      },
    },
  },
  ResolveDispute: {
    body: { outcome: 'SPLIT', creatorShareBps: 6_000, note },
    answer: {
      data: {
        ...disputed,
        status: 'RESOLVED',
        version: 5,
        dispute: {
          ...dispute,
          outcome: 'SPLIT',
          creatorShareBps: 6_000,
          note,
          resolverId: 3,
          resolvedAt: '2026-12-28T10:00:00.000Z',
          payouts,
        },
        updatedAt: '2026-12-28T10:00:00.000Z',
      },
    },
  },
};
