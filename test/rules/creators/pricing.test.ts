import { describe, expect, test } from 'vitest';
import type { ListingRecord, PriceListRecord } from '../../../db/creators/prices.ts';
import { planPrices } from '../../../functions/creators/pricing/rules.ts';
import { viewPricing } from '../../../functions/creators/pricing/view.ts';
import { SavePricing } from '../../../schema/creators/pricing.ts';
import { serviceTypes } from '../../../schema/shared/enums.ts';
import { fc } from '../../support/fast-check.ts';
import { aPriceList, aService } from '../../support/market/prices.ts';
import { codeOf } from '../../support/refusal-code.ts';

const body = SavePricing.body?.();
const parsed = (services: readonly object[] = [aService()], expectedVersion = 1) => {
  if (!body) throw new Error('a save has a body');
  return body.parse(aPriceList(services, expectedVersion));
};
const pathsOf = (services: readonly object[]) =>
  (body?.safeParse(aPriceList(services)).error?.issues ?? []).map(({ path }) => path.slice(1).join('.'));

const aListing = (changes: Partial<ListingRecord> = {}): ListingRecord => ({
  ...{ id: 5, type: 'STREAM', variant: 'MENTION', proofModes: ['PUBLIC_VOD'], title: 'A mention in a live stream' },
  packageOptions: [
    { quantity: 1, discountBps: 0 },
    { quantity: 5, discountBps: 1_000 },
  ],
  ...{ basePrice: '150000000', usageTerms: 'May be reposted for 30 days.', allowPdf: false, isPublished: true },
  ...changes,
});
const aList = (listings: readonly ListingRecord[] = [], changes: Partial<PriceListRecord> = {}): PriceListRecord => ({
  ...{ channelId: 3, status: 'ACTIVE', version: 1, listings },
  ...changes,
});

describe('a price list', () => {
  // Written by hand: PUBLIC_VOD, PUBLIC_URL, PRIVATE_FILE.
  const proofs: readonly [type: (typeof serviceTypes)[number], vod: boolean, url: boolean, file: boolean][] = [
    ['STREAM', true, false, true],
    ['VIDEO', false, true, true],
    ['SHORT_VIDEO', false, true, true],
    ['POST', false, true, true],
    ['STORY', false, true, true],
    ['UGC', false, false, true],
  ];
  test.each(proofs)(
    'accepts for %s as proof a public recording %s, a public URL %s, a private file %s',
    (type, ...may) => {
      for (const [index, mode] of ['PUBLIC_VOD', 'PUBLIC_URL', 'PRIVATE_FILE'].entries())
        expect(pathsOf([aService({ type, proofModes: [mode] })]), mode).toEqual(may[index] ? [] : ['0.proofModes.0']);
    },
  );
  test('covers every type', () => expect(proofs.map(([type]) => type)).toEqual([...serviceTypes]));

  const one = { quantity: 1, discountBps: 0 };
  test.each([
    ['no proof', { proofModes: [] }, '0.proofModes'],
    ['a proof twice', { proofModes: ['PUBLIC_VOD', 'PUBLIC_VOD'] }, '0.proofModes.1'],
    ['no package', { packageOptions: [] }, '0.packageOptions'],
    ['no package of one', { packageOptions: [{ quantity: 5, discountBps: 100 }] }, '0.packageOptions'],
    ['a package twice', { packageOptions: [one, one] }, '0.packageOptions.1.quantity'],
    ['a package of two', { packageOptions: [one, { quantity: 2, discountBps: 0 }] }, '0.packageOptions.1.quantity'],
    ['a discount on one', { packageOptions: [{ quantity: 1, discountBps: 1 }] }, '0.packageOptions.0.discountBps'],
    ['over 90 % off', { packageOptions: [one, { quantity: 5, discountBps: 9_001 }] }, '0.packageOptions.1.discountBps'],
    ['a surcharge', { packageOptions: [one, { quantity: 5, discountBps: -1 }] }, '0.packageOptions.1.discountBps'],
    [
      'half a basis point',
      { packageOptions: [one, { quantity: 5, discountBps: 0.5 }] },
      '0.packageOptions.1.discountBps',
    ],
    ['no usage terms', { usageTerms: '' }, '0.usageTerms'],
    ['blank usage terms', { usageTerms: ' \n\t\u00a0\u0085\u200b\u180e\u2028\ufeff' }, '0.usageTerms'],
    ['a blank title', { title: '\u00a0' }, '0.title'],
    ['a title too long', { title: 'x'.repeat(201) }, '0.title'],
    ['usage terms too long', { usageTerms: 'x'.repeat(5_001) }, '0.usageTerms'],
    ['an unknown proof template', { proofTemplate: { allowPdf: false, note: '' } }, '0.proofTemplate'],
    ['a fee', { creatorFee: '1' }, '0'],
  ])('is refused with %s', (_, changes, path) => expect(pathsOf([aService(changes)])).toEqual([path]));

  test('accepts unpublished services without usage terms', () =>
    expect(pathsOf([aService({ published: false, usageTerms: '' })])).toEqual([]));

  test('has no service twice, and at most 30', () => {
    const named = (id?: number) => aService({ ...(id && { serviceListingId: id }) });
    expect(pathsOf([named(5), named(), named(6), named(), named(5)])).toEqual(['4.serviceListingId']);
    expect(pathsOf(Array.from({ length: 30 }, () => named()))).toEqual([]);
    expect(pathsOf(Array.from({ length: 31 }, () => named()))).toEqual(['']);
  });
});

describe('a save', () => {
  test('gives new services new ids, changes the listed ones and unpublishes all others', () => {
    const [kept, left, hidden] = [aListing(), aListing({ id: 6 }), aListing({ id: 7, isPublished: false })];
    const input = parsed([aService(), aService({ serviceListingId: 5, priceCents: '1' }), aService({ title: 'Two' })]);
    const { listings, changed } = planPrices(aList([kept, left, hidden]), input, [11, 12]);
    expect(listings.map(({ id, isPublished }) => [id, isPublished])).toEqual([
      ...[
        [5, true],
        [6, false],
        [7, false],
      ],
      ...[
        [11, true],
        [12, true],
      ],
    ]);
    expect(changed.map(({ id }) => id)).toEqual([5, 6, 11, 12]);
    expect(listings[0]?.basePrice).toBe('10000');
    expect(listings[4]?.title).toBe('Two');
  });

  test('changes nothing when it repeats the list, in any order of packages', () => {
    const same = aService({ serviceListingId: 5, packageOptions: aService().packageOptions.toReversed() });
    expect(planPrices(aList([aListing()]), parsed([same]), []).changed).toEqual([]);
  });

  test.each([
    ['variant', { variant: 'REVIEW' }],
    ['proof modes', { proofModes: ['PUBLIC_VOD', 'PRIVATE_FILE'] }],
    ['title', { title: 'Another' }],
    ['price', { priceCents: '15001' }],
    ['packages', { packageOptions: [{ quantity: 1, discountBps: 0 }] }],
    ['discount', { packageOptions: [aService().packageOptions[0], { quantity: 5, discountBps: 999 }] }],
    ['usage terms', { usageTerms: 'Nowhere.' }],
    ['proof template', { proofTemplate: { allowPdf: true } }],
    ['publication', { published: false }],
  ])('changes the service with another %s', (_, changes) => {
    const input = parsed([aService({ serviceListingId: 5, ...changes })]);
    expect(planPrices(aList([aListing()]), input, []).changed.map(({ id }) => id)).toEqual([5]);
  });

  test('is refused in the order of the contract: unknown service, version, state, then input', () => {
    const unknown = parsed([aService({ serviceListingId: 8 })], 2);
    const typed = parsed([aService({ serviceListingId: 5, type: 'UGC', proofModes: ['PRIVATE_FILE'] })], 2);
    const codes = (list: PriceListRecord, input: ReturnType<typeof parsed>) =>
      codeOf(() => planPrices(list, input, []));
    const blocked = aList([aListing()], { status: 'BLOCKED' });
    expect(codes(blocked, unknown)).toBe('RESOURCE_NOT_FOUND');
    expect(codes(blocked, typed)).toBe('VERSION_CONFLICT');
    expect(codes({ ...blocked, version: 2 }, typed)).toBe('INVALID_STATE');
    expect(codes(aList([aListing()], { version: 2 }), typed)).toBe('VALIDATION_FAILED');
  });

  test('leaves at most 100 services on a channel, including unpublished ones', () => {
    const list = aList(Array.from({ length: 99 }, (_, index) => aListing({ id: index + 1 })));
    expect(codeOf(() => planPrices(list, parsed([aService()]), [200]))).toBe('allowed');
    expect(codeOf(() => planPrices(list, parsed([aService(), aService()]), [200, 201]))).toBe('VALIDATION_FAILED');
  });
});

test('the base price is creator fee plus net for every price, package and fee, and excludes the brand fee', () => {
  const prices = fc.bigInt({ min: 1n, max: 99_999_999_999n });
  const options = fc
    .constantFrom(1, 5, 10)
    .chain((quantity) =>
      fc.integer({ min: 0, max: quantity === 1 ? 0 : 9_000 }).map((discountBps) => ({ quantity, discountBps })),
    );
  const fees = fc.integer({ min: 0, max: 10_000 });
  fc.assert(
    fc.property(prices, options, fees, (cents, option, feeBps) => {
      const packageOptions = [option] as ListingRecord['packageOptions'];
      const listing = aListing({ basePrice: String(cents * 10_000n), packageOptions });
      const [service] = viewPricing(1, [listing], feeBps).services;
      if (!service) throw new Error('the service is not shown');
      const [shown] = service.packageOptions;
      const bases = [cents * 10_000n, cents * BigInt(option.quantity * (10_000 - option.discountBps))];
      expect([service.base.raw, shown?.packageBase.raw]).toEqual(bases.map(String));
      expect(service.priceCents).toBe(String(cents));
      for (const [index, { creatorFee, net }] of [service, ...service.packageOptions].entries()) {
        const base = bases[index] ?? 0n;
        expect(BigInt(creatorFee.raw) + BigInt(net.raw)).toBe(base);
        // Rounded half up: the error is at most half a minor unit, and exactly half only upwards.
        const error = BigInt(creatorFee.raw) * 10_000n - base * BigInt(feeBps);
        expect(error > -5_000n && error <= 5_000n).toBe(true);
        expect(BigInt(net.raw) >= 0n).toBe(true);
      }
      expect(JSON.stringify(service)).not.toMatch(/brand/i);
    }),
    { numRuns: 2_000 },
  );
});
