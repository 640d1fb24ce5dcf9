import { one } from '../../db/query.ts';
import { walletOf } from '../../db/wallet/balances.ts';
import { usdt } from '../../schema/shared/money.ts';
import type { WalletView } from '../../schema/wallet/wallet.ts';
import type { Ctx } from '../context.ts';

/** The money that the caller can spend, and the money that is reserved. */
export async function getWallet(ctx: Ctx): Promise<{ data: WalletView }> {
  const { balance, reserved, updatedAt } = await one(ctx.db, walletOf(ctx.actor.userId));
  return { data: { balance: usdt(balance), reserved: usdt(reserved), updatedAt: updatedAt?.toISOString() ?? null } };
}
