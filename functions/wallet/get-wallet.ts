import { row } from '../../db/client.ts';
import { type WalletRow, walletOf } from '../../db/ledger.ts';
import { usdt } from '../../schema/money.ts';
import type { WalletView } from '../../schema/wallet.ts';
import type { Ctx } from '../context.ts';

/** What the caller can spend, and what is held. */
export async function getWallet(ctx: Ctx): Promise<{ data: WalletView }> {
  const { balance, reserved, updatedAt } = await row<WalletRow>(ctx.db, walletOf(ctx.actor.userId));
  return { data: { balance: usdt(balance), reserved: usdt(reserved), updatedAt: updatedAt?.toISOString() ?? null } };
}
