import type { SQLWrapper } from 'drizzle-orm/sql/sql';
import { refreshCatalog } from '../../../db/catalog/refresh.ts';
import { type ChannelRecord, refreshClaims } from '../../../db/creators/channels.ts';
import type { ChannelView } from '../../../schema/creators/channels.ts';
import type { Ctx } from '../../context.ts';
import type { Change } from '../../mutate.ts';
import { rebuildCatalog } from '../../rebuild-catalog.ts';
import { isProof } from './rules.ts';

type Answer = { readonly data: ChannelView };

/**
 * The change of a channel and of the catalog. A channel that proves its address also decides the claims of others, so the
 * catalog is rebuilt after the commit.
 */
export function changeOfChannel(
  ctx: Ctx,
  channel: ChannelRecord,
  statements: readonly SQLWrapper[],
  answer: Answer,
): Change<Answer, Answer> {
  const at = ctx.now();
  return isProof(channel)
    ? { statements: [...statements, refreshClaims(channel.id, at)], answer, after: () => rebuildCatalog(ctx) }
    : { statements: [...statements, refreshCatalog(channel.creatorId, at)], answer };
}
