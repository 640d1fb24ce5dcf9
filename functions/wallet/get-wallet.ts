import { oneOfEach } from '../../db/client.ts';
import { one } from '../../db/query.ts';
import { firstTransactionOf } from '../../db/wallet/transactions.ts';
import type { OwnWalletView } from '../../schema/wallet/wallet.ts';
import type { Ctx } from '../context.ts';
import { walletQuery } from './wallet-query.ts';

/** The money that the caller can spend, the money that is reserved, and how money comes in and out. */
export async function getWallet(ctx: Ctx): Promise<{ data: OwnWalletView }> {
  const { userId } = ctx.actor;
  const [wallet, { firstTransactionAt }] = await one(
    ctx.db,
    oneOfEach(walletQuery(userId), firstTransactionOf(userId)),
  );
  const { PAYMENT_INSTRUCTIONS: paymentInstructions = null, OPERATOR_CONTACT: operatorContact = null } = ctx.settings;
  return {
    data: {
      ...wallet,
      firstTransactionAt: firstTransactionAt?.toISOString() ?? null,
      paymentInstructions,
      operatorContact,
    },
  };
}
