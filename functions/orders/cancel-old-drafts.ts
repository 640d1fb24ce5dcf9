import { row } from '../../db/client.ts';
import { cancelUntouchedOrders } from '../../db/orders.ts';
import type { JobCtx } from '../context.ts';

const batch = 500;

/** Drafts that nobody has touched for DRAFT_TTL_DAYS are cancelled, and their quotes with them; true when there may be more. */
export async function cancelOldDrafts({ db, now, settings }: JobCtx): Promise<boolean> {
  const before = new Date(now().getTime() - settings.DRAFT_TTL_DAYS * 86_400_000);
  const { cancelled } = await row<{ cancelled: number }>(db, cancelUntouchedOrders(before, now(), batch));
  return cancelled === batch;
}
