import * as z from 'zod';
import { id, pathId } from '../shared/ids.ts';
import { instant } from '../shared/instants.ts';
import { lazy } from '../shared/lazy.ts';
import { money } from '../shared/money.ts';
import { declare } from '../shared/operation.ts';
import { dataOf, idPage, listOf } from '../shared/page.ts';
import { words } from '../shared/text.ts';
import { creditEntryKinds, creditPurchase, creditReasons } from './factory-terms.ts';
import { read as anyRead, tag } from './operation-parts.ts';

const balanceFields = lazy(() => ({
  balance: z
    .int()
    .nonnegative()
    .describe('All credits, including the reserved ones. New scans can spend balance minus reserved.'),
  reserved: z.int().nonnegative().describe('Credits that scans in progress have reserved.'),
  updatedAt: instant().nullable().describe('Time of the last change of the credits; null before the first change.'),
}));

const usage = lazy(() =>
  z
    .strictObject({
      total: z.int().nonnegative().describe('Credits that scans have cost so far.'),
      last30Days: z.int().nonnegative().describe('Credits of today and of the 29 UTC days before.'),
      today: z.int().nonnegative().describe('Credits of the present UTC day.'),
    })
    .meta({ id: 'CreditUsage' }),
);
export type CreditUsageView = z.output<ReturnType<typeof usage>>;

const wallet = lazy(() =>
  z
    .strictObject({
      ...balanceFields(),
      scansPerDay: z
        .number()
        .nonnegative()
        .describe('Scans of posts that all active factories plan for a day. Each costs one credit.'),
      daysLeft: z
        .int()
        .nonnegative()
        .nullable()
        .describe('Full days that the balance lasts with these plans; null if no active factory has a tracked post.'),
      usage: usage().describe('Credits that the scans of all factories have cost.'),
      creditPrice: money().describe('Price of one credit.'),
      purchase: z
        .strictObject({
          credits: z.int().describe('The requested number of credits.'),
          price: money().describe('Price of all of them now. Its raw is the priceRaw of the purchase.'),
        })
        .nullable()
        .describe('The price of `credits` of the query; null without it.'),
    })
    .meta({ id: 'CreditWallet' }),
);
export type CreditWalletView = z.output<ReturnType<typeof wallet>>;

const factoryWallet = lazy(() =>
  z
    .strictObject({
      ...balanceFields(),
      name: z.string().describe('Name of the factory.'),
      usage: usage().describe('Credits that the scans of this factory have cost.'),
      spent: z.int().nonnegative().describe('Credits that the scans of this factory have cost so far.'),
      scansPerDay: z
        .number()
        .nonnegative()
        .describe('Scans of posts that the factory plans for a day: its tracked posts times scansPerPostPerDay.'),
      daysLeft: z
        .int()
        .nonnegative()
        .nullable()
        .describe('Full days that the balance lasts if only this factory spends it; null if it has no tracked post.'),
    })
    .meta({ id: 'FactoryCredits' }),
);
export type FactoryCreditsView = z.output<ReturnType<typeof factoryWallet>>;

const entry = lazy(() =>
  z
    .strictObject({
      id: id().describe('Id of the entry.'),
      kind: z.enum(creditEntryKinds).describe('CREDIT increases the balance, DEBIT decreases it.'),
      reason: z.enum(creditReasons).describe('Why the balance changed.'),
      amount: z.int().positive().describe('Number of credits. It is positive for a DEBIT too.'),
      balanceAfter: z.int().nonnegative().describe('The balance after the entry.'),
      factoryId: id().nullable().describe('Id of the factory whose scan the entry pays; null for a CREDIT.'),
      factoryName: z
        .string()
        .nullable()
        .describe('Name of this factory; null for a CREDIT, and if the factory is deleted.'),
      at: instant().describe('Time of the change.'),
    })
    .meta({ id: 'CreditEntry' }),
);
export type CreditEntryView = z.output<ReturnType<typeof entry>>;

const purchase = lazy(() =>
  z.strictObject({
    credits: z.int().min(creditPurchase.min).max(creditPurchase.max).describe('Number of credits to buy.'),
    priceRaw: z
      .string()
      .meta({ pattern: '^[1-9][0-9]{0,18}$', example: '1000000' })
      .regex(/^[1-9]\d{0,18}$/, 'must be an integer string of millionths of USDT above zero')
      .transform((text) => BigInt(/^\d{1,19}$/.test(text) ? text : '0'))
      .describe(
        'Price of all credits in millionths of USDT: credits times limits.creditPriceRaw of the dictionaries. The service refuses another price.',
      ),
    confirm: z.literal(true).describe('Confirms that you have shown the price to the user.'),
  }),
);
export type PurchaseInput = z.output<ReturnType<typeof purchase>>;

/** A number of credits in a query. */
const purchasable = lazy(() => {
  const { min, max } = creditPurchase;
  const message = `must be an integer from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,8}$/, message)
    .transform(Number)
    .refine((credits) => credits >= min && credits <= max, message)
    .meta({
      type: 'integer',
      minimum: min,
      maximum: max,
      description: 'Number of credits whose price to state.',
      example: 20_000,
    });
});

const read = { ...anyRead, errors: [] } as const;

const history = {
  ...read,
  query: () => z.object(idPage()),
  answer: () => listOf(entry()),
  errors: ['INVALID_CURSOR'],
} as const;

const ofFactory = { params: () => z.object({ id: pathId() }) } as const;

export const GetCredits = declare({
  ...read,
  name: 'GetCredits',
  path: '/factories/credits',
  summary: 'Get the balance of credits',
  description:
    'All factories of a user share one balance. Credits do not expire. With `credits` the answer has the price of that many credits.',
  query: () => z.object({ credits: purchasable().optional() }),
  answer: () => dataOf(wallet()),
});

export const GetCreditUsage = declare({
  ...read,
  name: 'GetCreditUsage',
  path: '/factories/credits/usage',
  summary: 'Get the usage of credits',
  answer: () => dataOf(usage()),
});

export const ListCreditHistory = declare({
  ...history,
  name: 'ListCreditHistory',
  path: '/factories/credits/history',
  summary: 'List the changes of the balance',
  description: 'Lists purchases, grants and debits for scans, newest first.',
});

export const GetFactoryCredits = declare({
  ...read,
  ...ofFactory,
  name: 'GetFactoryCredits',
  path: '/factories/{id}/credits',
  summary: 'Get the credits of a factory',
  description: 'All factories of a user share one balance. A tracked post is younger than trackingDays and not gone.',
  answer: () => dataOf(factoryWallet()),
});

export const GetFactoryCreditUsage = declare({
  ...read,
  ...ofFactory,
  name: 'GetFactoryCreditUsage',
  path: '/factories/{id}/credit-usage',
  summary: 'Get the usage of credits by a factory',
  answer: () => dataOf(usage()),
});

export const ListFactoryCreditHistory = declare({
  ...history,
  ...ofFactory,
  name: 'ListFactoryCreditHistory',
  path: '/factories/{id}/credit-history',
  summary: 'List the debits of a factory',
  description: 'Lists the debits for the scans of the factory, newest first.',
});

export const PurchaseCredits = declare({
  name: 'PurchaseCredits',
  method: 'post',
  access: 'token',
  tag,
  path: '/factories/credits/purchase',
  summary: 'Buy credits',
  description:
    'Pays for credits with the available balance of the wallet. Credits are not refunded. If priceRaw is not the present price, the response is ' +
    '409 PRICE_CHANGED, and its message has the price. Factories that are paused for lack of credits (NO_CREDITS) become ACTIVE if the credits now cover their next scan.',
  isForVerified: true,
  body: () => purchase(),
  success: 201,
  answer: () => dataOf(entry()),
  errors: ['PRICE_CHANGED', 'INSUFFICIENT_FUNDS'],
  idempotency: 'required',
  rate: 'money',
});

export const GrantCredits = declare({
  name: 'GrantCredits',
  method: 'post',
  access: 'staff',
  tag: 'Staff',
  path: '/staff/users/{userId}/credits',
  summary: 'Grant credits',
  description:
    'Adds credits to the balance of another user, without a payment. A reference that was booked before returns INVALID_STATE (BOOKED).',
  params: () => z.object({ userId: pathId() }),
  body: () =>
    z.strictObject({
      credits: z.int().min(1).max(creditPurchase.max).describe('Number of credits to grant.'),
      reference: words(200).describe('Reason of the grant in your own records. Each reference can be booked once.'),
    }),
  success: 201,
  answer: () => dataOf(entry()),
  errors: ['INVALID_STATE', 'ROLE_NOT_ALLOWED'],
  idempotency: 'required',
  rate: 'money',
});
