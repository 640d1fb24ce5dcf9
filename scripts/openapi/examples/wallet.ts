import { usd, usdt } from '../../../schema/shared/money.ts';
import type { Example } from './example.ts';
import { amounts, orderId } from './market.ts';

const reserve = {
  id: 1204,
  type: 'RESERVE',
  amount: usdt(-708_750_000n),
  balanceAfter: usdt(1_291_250_000n),
  reference: { type: 'order', id: orderId },
  ...{ title: 'Dedicated video', counterpartName: 'Mara Plays' },
  createdAt: '2026-11-20T09:31:07.118Z',
};
const deposit = {
  id: 1198,
  type: 'DEPOSIT',
  amount: usdt(2_000_000_000n),
  balanceAfter: usdt(2_000_000_000n),
  reference: { type: 'payment', id: 'wire-2026-11-0417' },
  ...{ title: null, counterpartName: null },
  createdAt: '2026-11-18T14:02:55.031Z',
};
const { id: _, balanceAfter: __, title: ___, counterpartName: ____, ...movement } = deposit;

export const walletExamples: Readonly<Record<string, Example>> = {
  GetWallet: {
    answer: {
      data: {
        balance: reserve.balanceAfter,
        reserved: amounts.total,
        updatedAt: reserve.createdAt,
        pending: { work: usdt(0n), posts: usd(0n) },
        firstTransactionAt: deposit.createdAt,
        paymentInstructions: 'Transfer USDT (TRC-20) to TXYZ…, then write to us. Payouts: on Mondays.',
        operatorContact: 'help@castline.example',
      },
    },
  },
  ListTransactions: { answer: { data: [reserve, deposit], nextCursor: null } },
  ExportTransactions: { success: 'The file. Content-Disposition names it `castline-{month}.csv`.' },
  DepositFunds: { body: { amountCents: '200000', reference: 'wire-2026-11-0417' }, answer: { data: movement } },
  WithdrawFunds: {
    body: { amountCents: '50000', reference: 'payout-2026-11-0032' },
    answer: {
      data: {
        ...movement,
        type: 'WITHDRAWAL',
        amount: usdt(-500_000_000n),
        reference: { ...movement.reference, id: 'payout-2026-11-0032' },
      },
    },
  },
};
