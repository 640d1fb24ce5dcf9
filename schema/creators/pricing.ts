import * as z from 'zod';
import {
  proofModes,
  proofModesOf,
  quantities,
  type ServiceType,
  serviceTypes,
  units,
  variants,
} from '../shared/enums.ts';
import { id, namedId, pathId, version } from '../shared/ids.ts';
import { instant } from '../shared/instants.ts';
import { lazy } from '../shared/lazy.ts';
import { money, priceCents } from '../shared/money.ts';
import { declare } from '../shared/operation.ts';
import { dataOf } from '../shared/page.ts';
import { text, visible, words } from '../shared/text.ts';
import { maxPublished } from './creators.ts';

export const maxServices = 30;
export const maxListings = 100;
/** The maximum for a package and for a custom offer. */
export const discountLimitBps = 9_000;
const proofModeRules =
  'Proofs of delivery. PUBLIC_VOD is only for STREAM. PUBLIC_URL is for all types except STREAM and UGC.';
const quantity = lazy(() => z.literal([...quantities]));
const discountBps = lazy(() =>
  z.int().min(0).max(discountLimitBps).describe('Basis points off the price; 0 for quantity 1.'),
);
const allowPdf = lazy(() => z.boolean().describe('Whether a private file may be a PDF.'));
const proofTemplate = lazy(() => z.strictObject({ allowPdf: allowPdf() }));

const service = lazy(() =>
  z
    .strictObject({
      serviceListingId: namedId()
        .optional()
        .describe('Id of an existing service of this channel; absent for a new one.'),
      type: z.enum(serviceTypes).describe('Type of the service; it cannot change.'),
      variant: z.enum(variants),
      proofModes: z
        .array(z.enum(proofModes))
        .min(1)
        .max(proofModes.length)
        .meta({ uniqueItems: true, description: proofModeRules }),
      title: words(200),
      priceCents: priceCents().describe('Price of one unit, in cents.'),
      packageOptions: z
        .array(z.strictObject({ quantity: quantity(), discountBps: discountBps() }))
        .min(1)
        .max(quantities.length)
        .describe('Each quantity at most once; 1 is required.'),
      usageTerms: text(0, 5_000).describe('Rights of the advertiser to use the result. Required to publish.'),
      proofTemplate: proofTemplate().optional(),
      published: z.boolean(),
    })
    .superRefine((given, context) => {
      for (const { path, message } of faultsOf(given)) context.addIssue({ code: 'custom', path: [...path], message });
    }),
);
export type ServiceInput = z.output<ReturnType<typeof service>>;

interface Fault {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** The invalid combinations of fields of a service. */
function faultsOf(given: {
  readonly type: ServiceType;
  readonly proofModes: readonly string[];
  readonly packageOptions: readonly { readonly quantity: number; readonly discountBps: number }[];
  readonly usageTerms: string;
  readonly published: boolean;
}): Fault[] {
  const allowed: readonly string[] = proofModesOf[given.type];
  const offered = given.packageOptions.map((option) => option.quantity);
  return [
    ...given.proofModes
      .map((mode, index) => ({ mode, path: ['proofModes', index] }))
      .filter(({ mode }) => !allowed.includes(mode))
      .map(({ path }) => ({ path, message: `must be one of ${allowed.join(', ')} for ${given.type}` })),
    ...repeated(given.proofModes).map((index) => ({ path: ['proofModes', index], message: 'must not be repeated' })),
    ...repeated(offered).map((index) => ({
      path: ['packageOptions', index, 'quantity'],
      message: 'must not be repeated',
    })),
    ...(offered.length === 0 || offered.includes(1)
      ? []
      : [{ path: ['packageOptions'], message: 'must offer the quantity 1' }]),
    ...given.packageOptions.flatMap(({ quantity, discountBps }, index) =>
      quantity === 1 && discountBps !== 0
        ? [{ path: ['packageOptions', index, 'discountBps'], message: 'must be 0 for the quantity 1' }]
        : [],
    ),
    ...(given.published && !visible.test(given.usageTerms)
      ? [{ path: ['usageTerms'], message: 'are required to publish' }]
      : []),
  ];
}

/** The indexes of values that occur earlier in the list. */
const repeated = (values: readonly unknown[]): number[] =>
  values.flatMap((value, index) => (value !== undefined && values.indexOf(value) < index ? [index] : []));

const services = lazy(() =>
  z
    .array(service())
    .max(maxServices)
    .superRefine((given, context) => {
      for (const index of repeated(given.map(({ serviceListingId }) => serviceListingId)))
        context.addIssue({ code: 'custom', path: [index, 'serviceListingId'], message: 'must not be repeated' });
    }),
);

const body = lazy(() =>
  z.strictObject({
    expectedVersion: version(),
    services: services().describe('All services of the channel. An omitted service is unpublished.'),
  }),
);
export type PricingInput = z.output<ReturnType<typeof body>>;

const share = lazy(() => ({
  creatorFee: money().describe("Castline's fee, deducted from the base price."),
  net: money().describe('Net amount of the creator.'),
}));

const pricing = lazy(() =>
  z
    .strictObject({
      version: version().describe('1 before the first save.'),
      creatorFeeBps: z.int().min(0).max(10_000).describe("Castline's fee, deducted from each price, in basis points."),
      services: z.array(
        z
          .strictObject({
            serviceListingId: id(),
            type: z.enum(serviceTypes),
            variant: z.enum(variants),
            unit: z.enum(units),
            proofModes: z.array(z.enum(proofModes)),
            title: z.string(),
            priceCents: z.string(),
            base: money().describe('Price of one unit.'),
            ...share(),
            packageOptions: z.array(
              z.strictObject({ quantity: quantity(), discountBps: z.int(), packageBase: money(), ...share() }),
            ),
            usageTerms: z.string(),
            proofTemplate: proofTemplate(),
            published: z.boolean(),
          })
          .meta({ id: 'PricedService' }),
      ),
    })
    .meta({ id: 'Pricing' }),
);
export type PricingView = z.output<ReturnType<typeof pricing>>;

const saved = lazy(() =>
  z.strictObject({
    operation: z
      .strictObject({
        id: id(),
        version: version().describe('Version of the price list after this save.'),
        savedAt: instant(),
      })
      .describe('The save operation; a replay returns the same one.'),
    pricing: pricing().describe('The current price list, also in a replay.'),
  }),
);
export type SavedPricing = z.output<ReturnType<typeof saved>>;

const read = {
  method: 'get',
  access: 'participant',
  tag: 'Pricing',
  role: 'CREATOR',
  success: 200,
  answer: () => dataOf(pricing()),
  errors: [],
  idempotency: 'none',
  rate: 'read',
} as const;

const write = {
  method: 'put',
  access: 'participant',
  tag: 'Pricing',
  role: 'CREATOR',
  body,
  success: 200,
  answer: () => dataOf(saved()),
  errors: ['VERSION_CONFLICT', 'INVALID_STATE', 'INVALID_MONEY_PRECISION'],
  idempotency: 'required',
  rate: 'write',
} as const;

const ofChannel = { path: '/influencer-channels/{id}/pricing', params: () => z.object({ id: pathId() }) } as const;
const ofAccount = {
  path: '/influencer-accounts/{accountId}/pricing',
  params: () => z.object({ accountId: pathId() }),
} as const;

const replaces =
  'Replaces the price list. An omitted service is unpublished but remains in the list, so you can send it again by its ' +
  'id. New prices are public at once, and a quote with old prices returns PRICE_CHANGED. A replay returns the saved ' +
  `operation and the current list. A creator can publish at most ${maxPublished.services} services; more return 409 ` +
  'INVALID_STATE (LIMIT_REACHED).';
const alias =
  'Does the same as the operation by channel id: it uses the NATIVE channel on an active, verified account of the ' +
  'caller. This path is for older clients. New clients use the channel id. An account that is not active and verified returns 403 ' +
  'ACCOUNT_ACCESS_DENIED, one without a channel 404.';

export const GetPricing = declare({
  ...read,
  ...ofChannel,
  name: 'GetPricing',
  summary: 'Get the prices of a channel',
  description:
    'Returns all services of the channel, including unpublished ones, with the net amount of the creator for each.',
});

export const SavePricing = declare({
  ...write,
  ...ofChannel,
  name: 'SavePricing',
  summary: 'Save the prices of a channel',
  description: replaces,
});

export const GetAccountPricing = declare({
  ...read,
  ...ofAccount,
  name: 'GetAccountPricing',
  summary: 'Get the prices of an account',
  description: alias,
});

export const SaveAccountPricing = declare({
  ...write,
  ...ofAccount,
  name: 'SaveAccountPricing',
  summary: 'Save the prices of an account',
  description: `${replaces} ${alias}`,
});
