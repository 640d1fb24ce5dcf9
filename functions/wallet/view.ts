import type { WalletRow } from '../../db/wallet/balances.ts';
import type { PendingRow } from '../../db/wallet/pending.ts';
import type { TransactionRow } from '../../db/wallet/transactions.ts';
import { type Minor, usd, usdt } from '../../schema/shared/money.ts';
import type { MovementView, OwnWalletView, TransactionView, WalletView } from '../../schema/wallet/wallet.ts';

export const viewWallet = ({ balance, reserved, updatedAt }: WalletRow): WalletView => ({
  balance: usdt(balance),
  reserved: usdt(reserved),
  updatedAt: updatedAt?.toISOString() ?? null,
});

export const viewPending = ({ work, postsCents }: PendingRow): OwnWalletView['pending'] => ({
  work: usdt(work),
  posts: usd(postsCents),
});

export const viewTransaction = (row: TransactionRow): TransactionView => ({
  id: row.id,
  type: row.type,
  amount: usdt(row.amount),
  balanceAfter: usdt(row.balanceAfter),
  reference: referenceOf(row),
  title: row.title,
  counterpartName: row.counterpartName,
  createdAt: row.createdAt.toISOString(),
});

interface Movement {
  readonly type: MovementView['type'];
  /** Signed. */
  readonly amount: Minor;
  readonly reference: string;
  readonly at: Date;
}

export const viewMovement = ({ type, amount, reference, at }: Movement): MovementView => ({
  type,
  amount: usdt(amount),
  reference: { type: 'payment', id: reference },
  createdAt: at.toISOString(),
});

function referenceOf({ referenceType: type, referenceId }: TransactionRow): TransactionView['reference'] {
  if (type === 'order' || type === 'assignment') return { type, id: Number(referenceId) };
  if (type === 'payment' || type === 'credits' || type === 'campaign' || type === 'campaign-payout')
    return { type, id: referenceId };
  throw new Error(`unknown reference type: ${type}`);
}
