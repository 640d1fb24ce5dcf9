import { one } from '../../db/query.ts';
import type { OwnWalletView } from '../../schema/wallet/wallet.ts';
import type { Ctx } from '../context.ts';
import { walletQuery } from './wallet-query.ts';

/** The money that the caller can spend, the money that is reserved, and how money comes in and out. */
export const getWallet = async (ctx: Ctx): Promise<{ data: OwnWalletView }> => ({
  data: {
    ...(await one(ctx.db, walletQuery(ctx.actor.userId))),
    paymentInstructions: ctx.settings.PAYMENT_INSTRUCTIONS ?? null,
  },
});
