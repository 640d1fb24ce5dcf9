import { usdt } from '../../../schema/shared/money.ts';
import type { Example } from './example.ts';
import { listingId } from './market.ts';

// 10 % creator fee: of 150.00, and of five at a tenth off, 675.00.
const one = { creatorFee: usdt(15_000_000n), net: usdt(135_000_000n) };
const five = { packageBase: usdt(675_000_000n), creatorFee: usdt(67_500_000n), net: usdt(607_500_000n) };
const terms = {
  type: 'STREAM',
  variant: 'MENTION',
  proofModes: ['PUBLIC_VOD'],
  title: 'Mention in a live stream',
  priceCents: '15000',
  usageTerms: 'May be reposted for 30 days with the name of the channel.',
  proofTemplate: { allowPdf: false },
  published: true,
};
const packages = [
  { quantity: 1, discountBps: 0 },
  { quantity: 5, discountBps: 1000 },
];
const pricing = {
  version: 3,
  creatorFeeBps: 1000,
  services: [
    {
      serviceListingId: listingId,
      ...terms,
      unit: 'STREAM',
      base: usdt(150_000_000n),
      ...one,
      packageOptions: [
        { quantity: 1, discountBps: 0, packageBase: usdt(150_000_000n), ...one },
        { quantity: 5, discountBps: 1000, ...five },
      ],
    },
  ],
};
const read = { answer: { data: pricing } };
const save = {
  body: {
    expectedVersion: 2,
    services: [{ serviceListingId: listingId, ...terms, packageOptions: packages }],
  },
  answer: { data: { operation: { id: 512, version: 3, savedAt: '2026-11-18T16:20:41.530Z' }, pricing } },
};

export const pricingExamples: Readonly<Record<string, Example>> = {
  GetPricing: read,
  SavePricing: { ...save, success: 'The save operation, and the current price list.' },
  GetAccountPricing: read,
  SaveAccountPricing: { ...save, success: 'The save operation, and the current price list.' },
};
