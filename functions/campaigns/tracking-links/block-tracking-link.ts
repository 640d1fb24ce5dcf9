import { anyTrackingLink, changeLinkBlock } from '../../../db/campaigns/staff-links.ts';
import { factsOf } from '../../../db/query.ts';
import { missing, refuseOwn } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { mutate } from '../../mutate.ts';
import { viewLinkBlock } from './view.ts';

export interface BlockTrackingLink {
  readonly id: number;
  readonly blocked: boolean;
  readonly reason?: string | undefined;
}

/** Switches a link off for a reason, or on again. A failure changes nothing. */
export const blockTrackingLink = (ctx: Ctx, { id, blocked, reason }: BlockTrackingLink) =>
  mutate(ctx, {
    facts: factsOf({ link: anyTrackingLink(id) }),
    visible: ({ link }) => link,
    decide(link) {
      refuseOwn(ctx.actor.userId, [link.advertiserId], 'block or unblock their own tracking links');
      const changed = blocked
        ? {
            ...link,
            blockedAt: link.blockedAt ?? ctx.now().toISOString(),
            blockReason: reason ?? missing('the reason of a block'),
          }
        : { ...link, blockedAt: null, blockReason: null };
      return { statements: [changeLinkBlock(changed)], answer: { data: viewLinkBlock(changed) } };
    },
  });
