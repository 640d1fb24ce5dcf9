import { oneOfEach } from '../../db/client.ts';
import { userDetail } from '../../db/desk/users.ts';
import { maybe } from '../../db/query.ts';
import type { UserForStaffView } from '../../schema/desk/users.ts';
import { notFound } from '../../schema/shared/errors.ts';
import { centsToUsdt } from '../../schema/shared/money.ts';
import type { Ctx } from '../context.ts';
import { showPictures } from '../creators/portfolio/index.ts';
import { shownStatus } from '../social-accounts/index.ts';
import { walletQuery } from '../wallet/index.ts';
import { viewUser } from './view.ts';

export interface GetUserInput {
  readonly id: number;
  readonly depositCents?: bigint | undefined;
  readonly withdrawalCents?: bigint | undefined;
}

/** A user for staff, and its balance after a deposit or a withdrawal that nobody has booked. */
export async function getUser(
  ctx: Ctx,
  { id, depositCents, withdrawalCents }: GetUserInput,
): Promise<{ data: UserForStaffView }> {
  const found = await maybe(ctx.db, oneOfEach(userDetail(id, ctx.now()), walletQuery(id)));
  if (found === null) throw notFound();
  const [user, wallet] = found;
  const isPayment = depositCents !== undefined || withdrawalCents !== undefined;
  const change = isPayment ? centsToUsdt((depositCents ?? 0n) - (withdrawalCents ?? 0n)) : null;
  const portfolio = await showPictures(ctx, user.pictures, user.isPublic);
  const accounts = user.accounts.map((account) => ({
    id: account.id,
    platform: account.platform,
    handle: account.handle,
    status: shownStatus({ status: account.status, isOwnerSuspended: user.suspendedAt !== null }),
  }));
  return { data: viewUser(user, { wallet, change, portfolio, accounts }) };
}
