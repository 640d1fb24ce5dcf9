import * as z from 'zod';
import { transactionTypes } from '../shared/enums.ts';
import { id, pathId, uuid } from '../shared/ids.ts';
import { instant } from '../shared/instants.ts';
import { lazy } from '../shared/lazy.ts';
import { money, priceCents } from '../shared/money.ts';
import { declare } from '../shared/operation.ts';
import { dataOf, fileAnswer, idPage, listOf } from '../shared/page.ts';
import { words } from '../shared/text.ts';
import { campaignReferences, referencedTypes } from './wallet-terms.ts';

const tag = 'Wallet';

export const wallet = lazy(() =>
  z
    .strictObject({
      balance: money().describe('Available balance.'),
      reserved: money().describe('Amount that is reserved for funded assignments and for budgets of campaigns.'),
      updatedAt: instant().nullable().describe('Last change of the balance; null before the first one.'),
    })
    .meta({ id: 'Wallet' }),
);
export type WalletView = z.output<ReturnType<typeof wallet>>;

const ownWallet = lazy(() =>
  wallet()
    .extend({
      pending: z
        .strictObject({
          work: money().describe(
            'Sum of price less creator fee of the assignments that the caller has accepted as a creator and that have not ended, in USDT. It includes disputed ones.',
          ),
          posts: money().describe('Earnings of posts of the caller in campaigns that are not paid yet, in USD.'),
        })
        .describe(
          'Amounts that the caller can still be paid as a creator. They are not part of the balance. A cancellation, a refund or a split of an assignment reduces `work`.',
        ),
      firstTransactionAt: instant()
        .nullable()
        .describe(
          "Time of the caller's first transaction; null if there is none. The statements of earlier months are empty.",
        ),
      paymentInstructions: z
        .string()
        .nullable()
        .describe('How to deposit and to withdraw funds, in the words of the operator; null if it states nothing.')
        .meta({
          example:
            'Transfer USDT (TRC-20) to TXYZ… with the reference "castline 42". Payouts: on Mondays, write to pay@castline.example.',
        }),
      operatorContact: z
        .string()
        .nullable()
        .describe('Where to write to the operator: an email address or an https URL; null if it has named none.')
        .meta({ example: 'help@castline.example' }),
    })
    .meta({ id: 'OwnWallet' }),
);
export type OwnWalletView = z.output<ReturnType<typeof ownWallet>>;

/** Orders and assignments have numeric ids; a payment has the text that staff typed as its reference. */
const reference = lazy(() =>
  z
    .discriminatedUnion('type', [
      z.strictObject({ type: z.enum(referencedTypes), id: id() }),
      z.strictObject({ type: z.literal('payment'), id: z.string() }),
      z.strictObject({ type: z.literal('credits'), id: uuid().describe('UUID of the purchase of credits.') }),
      z.strictObject({
        type: z.enum(campaignReferences),
        id: z
          .string()
          .describe(
            'Id of the campaign; for a reserve also its number, as in `7:1`; for a payout also the id of the creator and the number of the payout, as in `7:12:1`.',
          ),
      }),
    ])
    .meta({ id: 'TransactionReference' }),
);

const transaction = lazy(() =>
  z
    .strictObject({
      id: id(),
      type: z.enum(transactionTypes),
      amount: money().describe('Signed amount; negative if it left the balance.'),
      balanceAfter: money(),
      reference: reference(),
      title: z
        .string()
        .nullable()
        .describe(
          'Title of the campaign, or of the ordered service; null for a custom offer, for an order of several services, for a payment and for credits.',
        )
        .meta({ example: 'Dedicated video' }),
      counterpartName: z
        .string()
        .nullable()
        .describe(
          'Display name of the other party: the creator of the order or work, or the advertiser of the work or campaign; null if there is none, or more than one.',
        )
        .meta({ example: 'Mara Plays' }),
      createdAt: instant(),
    })
    .meta({ id: 'WalletTransaction' }),
);
export type TransactionView = z.output<ReturnType<typeof transaction>>;

const movementDone = lazy(() =>
  transaction()
    .omit({ id: true, balanceAfter: true, title: true, counterpartName: true })
    .meta({ id: 'WalletMovement' }),
);
export type MovementView = z.output<ReturnType<typeof movementDone>>;

export const GetWallet = declare({
  name: 'GetWallet',
  method: 'get',
  path: '/wallet',
  access: 'participant',
  tag,
  summary: 'Get the balance',
  success: 200,
  answer: () => dataOf(ownWallet()),
  errors: [],
  idempotency: 'none',
  rate: 'read',
});

export const ListTransactions = declare({
  name: 'ListTransactions',
  method: 'get',
  path: '/wallet/transactions',
  access: 'participant',
  tag,
  summary: 'List billing transactions',
  description: 'Lists every change of the balance, newest first.',
  query: () => z.object(idPage()),
  success: 200,
  answer: () => listOf(transaction()),
  errors: ['INVALID_CURSOR'],
  idempotency: 'none',
  rate: 'read',
});

/** Rows of one statement. */
export const maxStatementRows = 50_000;

export const ExportTransactions = declare({
  name: 'ExportTransactions',
  method: 'get',
  path: '/wallet/transactions/export',
  access: 'participant',
  tag,
  summary: 'Export the billing transactions of a month as CSV',
  description:
    `Returns a CSV file (RFC 4180, UTF-8 with a byte order mark) of at most ${maxStatementRows} rows, newest first, with the changes of the balance in a ` +
    'month of UTC. Amounts are decimal numbers in the unit of their currency: each row has one in `received` or in `paid`.',
  query: () =>
    z.object({
      month: z
        .string()
        .regex(/^(19[7-9][0-9]|[2-9][0-9]{3})-(0[1-9]|1[0-2])$/, 'must be a month, such as 2026-11')
        .meta({ description: 'The month in UTC, as YYYY-MM.', example: '2026-11' }),
    }),
  success: 200,
  contentType: 'text/csv',
  answer: fileAnswer,
  errors: [],
  idempotency: 'none',
  rate: 'export',
});

const movement = {
  method: 'post',
  access: 'staff',
  tag: 'Staff',
  params: () => z.object({ userId: pathId() }),
  body: () =>
    z.strictObject({
      amountCents: priceCents(),
      reference: words(200).describe('Reference of the external payment. Each reference can be booked once.'),
    }),
  success: 201,
  answer: () => dataOf(movementDone()),
  idempotency: 'required',
  rate: 'money',
} as const;

export const DepositFunds = declare({
  ...movement,
  name: 'DepositFunds',
  path: '/staff/users/{userId}/deposits',
  summary: 'Book a deposit',
  description: 'Credits the balance of another user. A reference that was booked before returns INVALID_STATE.',
  errors: ['INVALID_MONEY_PRECISION', 'INVALID_STATE', 'ROLE_NOT_ALLOWED'],
});

export const WithdrawFunds = declare({
  ...movement,
  name: 'WithdrawFunds',
  path: '/staff/users/{userId}/withdrawals',
  summary: 'Book a withdrawal',
  description: 'Debits the balance of another user. A reference that was booked before returns INVALID_STATE.',
  errors: ['INVALID_MONEY_PRECISION', 'INVALID_STATE', 'INSUFFICIENT_FUNDS', 'ROLE_NOT_ALLOWED'],
});
