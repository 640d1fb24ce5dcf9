import { listedControls } from '../../../db/creators/controls.ts';
import type { ControlView } from '../../../schema/identity/staff.ts';
import type { Ctx } from '../../context.ts';
import { viewControl } from './view.ts';

/** The features that staff can switch off, with who switched them last. */
export async function listControls(ctx: Ctx): Promise<{ data: ControlView[] }> {
  const rows = await ctx.db.read(listedControls());
  return { data: rows.flatMap(viewControl) };
}
