import { one } from '../../db/query.ts';
import { walletOf } from '../../db/wallet/balances.ts';
import type { WalletView } from '../../schema/wallet/wallet.ts';
import type { Ctx } from '../context.ts';
import { viewWallet } from './view.ts';

/** The money that the caller can spend, and the money that is reserved. */
export async function getWallet(ctx: Ctx): Promise<{ data: WalletView }> {
  return { data: viewWallet(await one(ctx.db, walletOf(ctx.actor.userId))) };
}
