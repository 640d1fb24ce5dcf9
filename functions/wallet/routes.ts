import {
  DepositFunds,
  ExportTransactions,
  GetWallet,
  ListTransactions,
  WithdrawFunds,
} from '../../schema/wallet/wallet.ts';
import { group, on } from '../http/route.ts';
import { exportTransactions } from './export-transactions.ts';
import { getWallet } from './get-wallet.ts';
import { listTransactions } from './list-transactions.ts';
import { depositFunds, withdrawFunds } from './move-funds.ts';

export const walletRoutes = group(
  on(GetWallet, (ctx) => getWallet(ctx)),
  on(ListTransactions, (ctx, { query }) => listTransactions(ctx, query)),
  on(ExportTransactions, (ctx, { query }) => exportTransactions(ctx, query)),
  on(DepositFunds, (ctx, { params, body }) => depositFunds(ctx, { ...params, ...body })),
  on(WithdrawFunds, (ctx, { params, body }) => withdrawFunds(ctx, { ...params, ...body })),
);
