import { usdt } from '../../../schema/shared/money.ts';

/** Shared values of the examples. Five streams at 150.00 each, a tenth off, 5 % brand fee: 708.75 USDT. */
export const creatorPublicId = '0198f1c2-7a54-7f10-9d0e-3c5a6b7c8d9e';
export const creatorName = 'Mika plays';
export const title = 'Mention in a live stream';
export const quoteId = '0198f1d0-1b7e-7c39-8a41-5d2f60c1e7b4';
export const channelId = 104;
export const listingId = 318;
export const orderId = 42;
export const payloadHash = '9b74c9897bac770ffc029102a200c5de1f4e2c6a4b8a1d3e5f60718293a4b5c6';
export const none: never[] = [];

export const amounts = { base: usdt(675_000_000n), brandFee: usdt(33_750_000n), total: usdt(708_750_000n) };

export const channel = { platform: 'TWITCH', handle: 'mika_plays', canonicalUrl: 'https://www.twitch.tv/mika_plays' };
export const brief = 'Mention the cold brew range in the first ten minutes and show the can. No discount codes.';
export const rights = { territory: 'worldwide', months: 6, paidAds: false };
export const dueAt = '2026-12-31T23:00:00.000Z';
export const publications = [5, 10, 15, 20, 25].map((day) => ({
  expectedAt: `2026-12-${String(day).padStart(2, '0')}T18:00:00.000Z`,
}));
