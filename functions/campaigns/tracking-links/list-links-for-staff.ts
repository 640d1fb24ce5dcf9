import { type StaffLinksPage, staffLinksPage } from '../../../db/campaigns/staff-links.ts';
import type { StaffLinkView } from '../../../schema/campaigns/staff-links.ts';
import { type Page, pageOf } from '../../../schema/shared/page.ts';
import type { Ctx } from '../../context.ts';
import { codeIn } from './click-rules.ts';
import { viewStaffLink } from './view.ts';

/** The links of all campaigns, or the one with a code, for staff. */
export async function listTrackingLinksForStaff(ctx: Ctx, page: StaffLinksPage): Promise<Page<StaffLinkView>> {
  const code = page.code === undefined ? undefined : codeIn(page.code);
  const rows = await ctx.db.read(staffLinksPage({ ...page, code }));
  const links = await Promise.all(rows.map(({ link }) => viewStaffLink(link, ctx.settings.BASE_URL)));
  return pageOf(links, page.limit, ({ id }) => id);
}
