import { row } from '../../db/client.ts';
import { cancelUntouchedOrders } from '../../db/orders.ts';
import type { JobCtx } from '../context.ts';

const batch = 500;
const untouchedDays = 30;

/** Drafts that nobody has touched for thirty days are cancelled, and their quotes with them; true when there may be more. */
export async function cancelOldDrafts({ db, now }: JobCtx): Promise<boolean> {
  const before = new Date(now().getTime() - untouchedDays * 86_400_000);
  const { cancelled } = await row<{ cancelled: number }>(db, cancelUntouchedOrders(before, now(), batch));
  return cancelled === batch;
}
