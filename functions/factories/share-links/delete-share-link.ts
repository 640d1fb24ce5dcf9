import { deleteShareLink as deleteRow, shareLinkOf } from '../../../db/factories/share-links.ts';
import { factsOf } from '../../../db/query.ts';
import type { ShareLinkView } from '../../../schema/factories/share-links.ts';
import type { Ctx } from '../../context.ts';
import { mutate } from '../../mutate.ts';
import { viewShareLink } from './view.ts';

/** Deletes a share link of a factory of the caller. After the commit its report returns 404. */
export const deleteShareLink = (
  ctx: Ctx,
  { id, linkId }: { readonly id: number; readonly linkId: string },
): Promise<{ data: ShareLinkView }> =>
  mutate(ctx, {
    facts: factsOf({ link: shareLinkOf(ctx.actor.userId, id, linkId) }),
    visible: ({ link }) => link,
    decide: (link) => ({ statements: deleteRow(id, linkId), answer: { data: viewShareLink(link) } }),
  });
