import { oneOfEach } from '../../db/client.ts';
import { one } from '../../db/query.ts';
import { pendingOf } from '../../db/wallet/pending.ts';
import { firstTransactionOf } from '../../db/wallet/transactions.ts';
import type { OwnWalletView } from '../../schema/wallet/wallet.ts';
import type { Ctx } from '../context.ts';
import { viewPending } from './view.ts';
import { walletQuery } from './wallet-query.ts';

/** The available, reserved and pending amounts of the caller, and how to deposit and to withdraw. */
export async function getWallet(ctx: Ctx): Promise<{ data: OwnWalletView }> {
  const { userId } = ctx.actor;
  const [wallet, [{ firstTransactionAt }, pending]] = await one(
    ctx.db,
    oneOfEach(walletQuery(userId), oneOfEach(firstTransactionOf(userId), pendingOf(userId))),
  );
  const { PAYMENT_INSTRUCTIONS: paymentInstructions = null, OPERATOR_CONTACT: operatorContact = null } = ctx.settings;
  return {
    data: {
      ...wallet,
      pending: viewPending(pending),
      firstTransactionAt: firstTransactionAt?.toISOString() ?? null,
      paymentInstructions,
      operatorContact,
    },
  };
}
