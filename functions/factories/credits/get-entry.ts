import { entryOf } from '../../../db/factories/credits.ts';
import { one } from '../../../db/query.ts';
import type { CreditEntryView } from '../../../schema/factories/credits.ts';
import { missing } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { viewEntry } from './view.ts';

/** The entry of a committed purchase or grant. Entries never change, so a replay returns the same one. */
export async function getEntry(
  ctx: Ctx,
  ...[ownerId, reason, reference]: Parameters<typeof entryOf>
): Promise<{ data: CreditEntryView }> {
  const { entry } = await one(ctx.db, entryOf(ownerId, reason, reference));
  return { data: viewEntry(entry ?? missing('the entry of the commit')) };
}
