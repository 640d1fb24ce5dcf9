import { usdt } from '../../../schema/shared/money.ts';
import type { Example } from './example.ts';

const purchase = {
  id: 301,
  kind: 'CREDIT',
  reason: 'PURCHASE',
  amount: 20_000,
  balanceAfter: 20_000,
  factoryId: null,
  factoryName: null,
  at: '2026-11-18T14:05:21.402Z',
};
const debit = {
  id: 318,
  kind: 'DEBIT',
  reason: 'SCAN',
  amount: 48,
  balanceAfter: 19_952,
  factoryId: 12,
  factoryName: 'Drinks, autumn',
  at: '2026-11-20T09:30:12.850Z',
};
const usage = { total: 48, last30Days: 48, today: 48 };
const credit = usdt(1_000n);

export const creditExamples: Readonly<Record<string, Example>> = {
  GetCredits: {
    answer: {
      data: {
        ...{ balance: debit.balanceAfter, reserved: 52, updatedAt: debit.at },
        ...{ scansPerDay: 163.2, daysLeft: 122, usage, creditPrice: credit },
        purchase: { credits: 20_000, price: usdt(20_000_000n) },
      },
    },
  },
  GetCreditUsage: { answer: { data: usage } },
  ListCreditHistory: { answer: { data: [debit, purchase], nextCursor: null } },
  GetFactoryCredits: {
    answer: {
      data: {
        ...{ balance: debit.balanceAfter, reserved: 52, updatedAt: debit.at },
        ...{ name: 'Drinks, autumn', usage, spent: 48, scansPerDay: 115.2, daysLeft: 173 },
      },
    },
  },
  GetFactoryCreditUsage: { answer: { data: usage } },
  ListFactoryCreditHistory: { answer: { data: [debit], nextCursor: null } },
  PurchaseCredits: {
    body: { credits: purchase.amount, priceRaw: '20000000', confirm: true },
    answer: { data: purchase },
    success: 'Bought. Returns the entry of the purchase.',
  },
  GrantCredits: {
    body: { credits: 500, reference: 'trial-2026-11-0032' },
    answer: { data: { ...purchase, id: 322, reason: 'GRANT', amount: 500, balanceAfter: 20_452 } },
    success: 'Granted. Returns the entry of the grant.',
  },
};
