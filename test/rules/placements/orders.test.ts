import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { takeIds } from '../../../db/fresh-ids.ts';
import { agreedTerms } from '../../../db/placements/items.ts';
import type { OrderRecord } from '../../../db/placements/orders.ts';
import type { QuoteRecord } from '../../../db/placements/quotes.ts';
import { checkQuote } from '../../../functions/placements/orders/check-quote.ts';
import { payloadHash } from '../../../functions/placements/orders/payload-hash.ts';
import * as rules from '../../../functions/placements/orders/rules.ts';
import { viewOrder } from '../../../functions/placements/orders/view.ts';
import { orderStatuses } from '../../../schema/shared/enums.ts';
import { packageBase } from '../../../schema/shared/money.ts';
import { fc } from '../../support/fast-check.ts';
import { codeOf } from '../../support/refusal-code.ts';

const now = new Date('2026-11-20T09:30:00.000Z');
const [before, after] = ['2026-11-20T09:29:59.999Z', '2026-11-20T09:30:00.001Z'];
const hash = 'a'.repeat(64);

const aQuote = (changes: Partial<QuoteRecord> = {}): QuoteRecord => ({
  ...{ quoteId: '0198f1c2-7a54-7f10-9d0e-3c5a6b7c8d9e', version: 2, status: 'ACTIVE', orderId: 7, orderVersion: 3 },
  ...{ expiresAt: after, payloadHash: hash, brandFeeBps: 500, creatorFeeBps: 1_000 },
  lines: [{ orderItemId: 1, serviceListingId: 5, termsHash: null, base: '1000', brandFee: '50', creatorFee: '100' }],
  ...changes,
});
const anOrder = (changes: Partial<OrderRecord> = {}): OrderRecord => ({
  ...{ id: 7, version: 3, status: 'QUOTED', origin: 'LISTING', items: [], quote: aQuote() },
  ...{ createdAt: before, updatedAt: before },
  ...changes,
});

describe('the life of an order', () => {
  // Written by hand: values derived from the table would prove nothing.
  const refused = 'INVALID_STATE';
  type To = (typeof orderStatuses)[number] | typeof refused;
  const matrix: readonly [status: (typeof orderStatuses)[number], update: To, quote: To, checkout: To][] = [
    ['DRAFT', 'DRAFT', 'QUOTED', refused],
    ['QUOTED', 'DRAFT', 'QUOTED', 'FUNDED'],
    ['FUNDED', refused, refused, refused],
    ['IN_PROGRESS', refused, refused, refused],
    ['COMPLETED', refused, refused, refused],
    ['CANCELLED', refused, refused, refused],
  ];
  test.each(matrix)('follows the table in %s: update %s, quote %s, checkout %s', (status, ...leads) => {
    const order = anOrder({ status });
    for (const [index, action] of (['update', 'quote', 'checkout'] as const).entries()) {
      const to = leads[index];
      if (to === refused) expect(codeOf(() => rules.afterMove(action, order, now))).toBe(refused);
      else expect(rules.afterMove(action, order, now)).toBe(to);
    }
    const actions = ['update', 'quote', 'checkout'].filter((_, index) => leads[index] !== refused);
    expect(rules.allowedActions(status)).toEqual(actions);
  });
  test('covers every status', () => expect(matrix.map(([status]) => status)).toEqual([...orderStatuses]));

  test('returns a quoted order to draft at the moment its quote expires', () => {
    const status = (expiresAt: string) => rules.statusOf(anOrder({ quote: aQuote({ expiresAt }) }), now);
    expect([after, now.toISOString(), before].map(status)).toEqual(['QUOTED', 'DRAFT', 'DRAFT']);
    expect(rules.statusOf(anOrder({ status: 'FUNDED', quote: aQuote({ expiresAt: before }) }), now)).toBe('FUNDED');
  });

  test('hides an expired quote and its totals, and shows the totals of a taken one', () => {
    const expired = viewOrder(anOrder({ quote: aQuote({ expiresAt: before }) }), now);
    expect(expired).toMatchObject({ status: 'DRAFT', activeQuote: null, totals: null });
    const taken = viewOrder(
      anOrder({ status: 'FUNDED', quote: aQuote({ status: 'CONSUMED', expiresAt: before }) }),
      now,
    );
    expect(taken).toMatchObject({ status: 'FUNDED', activeQuote: null, totals: { total: { raw: '1050' } } });
  });
});

describe('a confirmation', () => {
  const input = { quoteId: aQuote().quoteId, quoteVersion: 2, payloadHash: hash, confirm: true as const };
  const check = (quote: QuoteRecord | null, changes: object = {}, orderVersion = 3) =>
    codeOf(() => checkQuote(quote, { ...input, ...changes }, anOrder({ version: orderVersion }), now));
  const expired = { expiresAt: now.toISOString() };
  const wrong = { quoteVersion: 1, payloadHash: 'b'.repeat(64) };

  test('is accepted for the current quote', () => expect(check(aQuote())).toBe('allowed'));
  test('is refused in this order: absent, taken, not current, expired', () => {
    expect(check(null, wrong, 9)).toBe('RESOURCE_NOT_FOUND');
    expect(check(aQuote({ status: 'CONSUMED', ...expired }), wrong, 9)).toBe('INVALID_STATE');
    expect(check(aQuote({ status: 'SUPERSEDED', ...expired }))).toBe('VERSION_CONFLICT');
    expect(check(aQuote(expired), { quoteVersion: 1 })).toBe('VERSION_CONFLICT');
    expect(check(aQuote(expired), { payloadHash: 'b'.repeat(64) })).toBe('VERSION_CONFLICT');
    expect(check(aQuote(expired), {}, 4)).toBe('VERSION_CONFLICT');
    expect(check(aQuote(expired))).toBe('QUOTE_EXPIRED');
  });
});

describe('a price', () => {
  test('is exact for a package at every price in whole cents', () => {
    const prices = fc.bigInt({ min: 1n, max: 10n ** 15n });
    fc.assert(
      fc.property(
        prices,
        fc.constantFrom(1, 5, 10),
        fc.integer({ min: 0, max: 9_000 }),
        (cents, quantity, discountBps) => {
          const base = packageBase(cents * 10_000n, quantity, discountBps);
          return base * 10_000n === cents * 10_000n * BigInt(quantity) * BigInt(10_000 - discountBps);
        },
      ),
    );
  });

  test('has its fees rounded half up, each separately', () => {
    const line = { orderItemId: 1, serviceListingId: 5, termsHash: null };
    const { brandFee, creatorFee } = rules.priced(line, 49_990n, { brandFeeBps: 500, creatorFeeBps: 1_001 });
    expect([brandFee, creatorFee]).toEqual(['2500', '5004']);
  });
});

describe('the items of an order', () => {
  const listing = {
    id: 5,
    version: 1,
    creatorId: 2,
    basePrice: '10000',
    packageOptions: [{ quantity: 5, discountBps: 100 }],
  };
  const facts = [listing] as unknown as Parameters<typeof rules.withListings>[1];
  const item = (changes: object = {}) => ({
    serviceListingId: 5,
    quantity: 5,
    discountBps: 100,
    results: [],
    ...changes,
  });
  const bases = (...items: ReturnType<typeof item>[]) =>
    rules.withBases(rules.withListings(items, facts, 1)).map(({ base }) => base);

  test('belong to existing listings of other users than the advertiser', () => {
    expect(codeOf(() => rules.withListings([item()], facts, 1))).toBe('allowed');
    expect(codeOf(() => rules.withListings([item()], facts, 2))).toBe('ROLE_NOT_ALLOWED');
    expect(codeOf(() => rules.withListings([item(), item({ serviceListingId: 6 })], facts, 2))).toBe(
      'RESOURCE_NOT_FOUND',
    );
  });

  test('are offered packages at the offered discount', () => {
    expect(bases(item(), item())).toEqual([49_500n, 49_500n]);
    expect(codeOf(() => bases(item({ quantity: 1 })))).toBe('VALIDATION_FAILED');
    expect(codeOf(() => bases(item({ discountBps: 101 })))).toBe('PRICE_CHANGED');
  });
});

describe('the payloadHash', () => {
  const payload = {
    ...{ orderId: 7, orderVersion: 3, currency: 'USDT' as const, brandFeeBps: 500 },
    ...{ lines: aQuote().lines, items: [] },
  };

  test('is the SHA-256 of the canonical JSON (RFC 8785) of the priced terms', async () => {
    const canonical =
      '{"agreed":[{"base":"1000","brandFee":"50","termsHash":null}],"brandFeeBps":500,"currency":"USDT","items":[],"orderId":7,"orderVersion":3}';
    expect(await payloadHash(payload)).toBe(createHash('sha256').update(canonical).digest('hex'));
  });

  test('covers the agreed terms of an item, and nothing else of it', async () => {
    const terms = {
      ...{
        serviceListingId: 5,
        creatorId: 9,
        creatorPublicId: '0198f1c2-7a54-7f10-9d0e-3c5a6b7c8d9f',
        quantity: 1 as const,
      },
      ...{ discountBps: 0, dueAt: after, brief: 'A brief.', results: [{ expectedAt: before }], rights: { months: 6 } },
    };
    const item = { ...terms, id: 1, title: 'A title', creatorName: 'A name', base: '1000', assignment: null };
    expect(agreedTerms(item)).toEqual(terms);
    const canonical = `{"agreed":[{"base":"1000","brandFee":"50","termsHash":null}],"brandFeeBps":500,"currency":"USDT","items":[{"brief":"A brief.","creatorId":9,"creatorPublicId":"0198f1c2-7a54-7f10-9d0e-3c5a6b7c8d9f","discountBps":0,"dueAt":"${after}","quantity":1,"results":[{"expectedAt":"${before}"}],"rights":{"months":6},"serviceListingId":5}],"orderId":7,"orderVersion":3}`;
    const hashed = await payloadHash({
      ...payload,
      items: [agreedTerms({ ...item, assignment: { id: 3, status: 'PENDING' } })],
    });
    expect(hashed).toBe(createHash('sha256').update(canonical).digest('hex'));
  });

  test('ignores the creator fee, and covers all other terms', async () => {
    const [line] = payload.lines;
    const withLine = (changes: object) => ({ ...payload, lines: line ? [{ ...line, ...changes }] : [] });
    const own = await payloadHash(payload);
    expect(await payloadHash(withLine({ creatorFee: '999' }))).toBe(own);
    for (const other of [
      withLine({ base: '1001' }),
      withLine({ brandFee: '51' }),
      withLine({ termsHash: 'b'.repeat(64) }),
      { ...payload, orderVersion: 4 },
      { ...payload, brandFeeBps: 499 },
    ])
      expect(await payloadHash(other)).not.toBe(own);
  });
});

test('fresh ids are taken in order, and a missing one is a defect, never the id 0', () => {
  const next = takeIds([5, 6]);
  expect([next(), next()]).toEqual([5, 6]);
  expect(next).toThrow('a fresh id is missing');
});
