import { type ActionsPage, actionsPage } from '../../db/desk/staff-actions.ts';
import type { StaffActionView } from '../../schema/desk/audit-log.ts';
import { type Page, pageOf } from '../../schema/shared/page.ts';
import type { Ctx } from '../context.ts';
import { viewAction } from './view.ts';

/** The changes and reads by staff, newest first. */
export async function listActions(ctx: Ctx, page: ActionsPage): Promise<Page<StaffActionView>> {
  const rows = await ctx.db.read(actionsPage(page));
  return pageOf(
    rows.map(({ action }) => viewAction(action)),
    page.limit,
    ({ id }) => id,
  );
}
