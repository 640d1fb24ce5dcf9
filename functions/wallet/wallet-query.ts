import type { Query } from '../../db/query.ts';
import { walletOf } from '../../db/wallet/balances.ts';
import type { WalletView } from '../../schema/wallet/wallet.ts';
import { viewWallet } from './view.ts';

/** The wallet of a user as its owner sees it. There is always one row. */
export function walletQuery(userId: number): Query<WalletView> {
  const { statement, decode } = walletOf(userId);
  return { statement, decode: (row) => viewWallet(decode(row)) };
}
