import { maybe } from '../../db/query.ts';
import { savedCreatorsPage } from '../../db/saved-lists/saved-lists.ts';
import type { SavedCreatorView } from '../../schema/saved-lists/saved-lists.ts';
import { notFound } from '../../schema/shared/errors.ts';
import { type Page, pageOf } from '../../schema/shared/page.ts';
import type { Ctx } from '../context.ts';

interface Wanted {
  readonly id: number;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** The creators of a list of the caller with their current entries, the last saved one first. */
export async function listCreators(ctx: Ctx, { id, limit, cursor }: Wanted): Promise<Page<SavedCreatorView>> {
  const found = await maybe(ctx.db, savedCreatorsPage(ctx.actor.userId, id, { cursor, limit, at: ctx.now() }));
  if (found === null) throw notFound();
  return pageOf(found.creators, limit, ({ publicId }) => publicId);
}
