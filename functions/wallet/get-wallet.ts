import { one } from '../../db/query.ts';
import type { WalletView } from '../../schema/wallet/wallet.ts';
import type { Ctx } from '../context.ts';
import { walletQuery } from './wallet-query.ts';

/** The money that the caller can spend, and the money that is reserved. */
export const getWallet = async (ctx: Ctx): Promise<{ data: WalletView }> => ({
  data: await one(ctx.db, walletQuery(ctx.actor.userId)),
});
