import { isFactory } from '../../../db/factories/factories.ts';
import { insertShareLink } from '../../../db/factories/share-links.ts';
import { factsOf } from '../../../db/query.ts';
import { maxShareLinks } from '../../../schema/factories/factory-terms.ts';
import type { NewShareLinkView, ShareLinkInput } from '../../../schema/factories/share-links.ts';
import { orLimitReached } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { mutate } from '../../mutate.ts';
import { sha256 } from '../../platform/hash.ts';
import { inOrder, refusePastEnd, sharePathOf, tooManyShareLinks } from './rules.ts';
import { viewShareLink } from './view.ts';

const secretBytes = 32;

/** Creates a share link of a factory of the caller. Only this answer contains its secret. A failure changes nothing. */
export const createShareLink = (
  ctx: Ctx,
  { id: factoryId, label = null, hiddenFields, expiresAt = null }: ShareLinkInput & { readonly id: number },
): Promise<{ data: NewShareLinkView }> =>
  mutate(ctx, {
    facts: factsOf({ hasFactory: isFactory(ctx.actor.userId, factoryId) }),
    visible: ({ hasFactory }) => hasFactory || null,
    async decide() {
      const createdAt = ctx.now();
      refusePastEnd(expiresAt, createdAt);
      const secret = Buffer.from(crypto.getRandomValues(new Uint8Array(secretBytes))).toString('base64url');
      const link = { id: crypto.randomUUID(), label, hiddenFields: inOrder(hiddenFields), createdAt, expiresAt };
      const view = viewShareLink({
        ...link,
        createdAt: createdAt.toISOString(),
        expiresAt: expiresAt?.toISOString() ?? null,
        ...{ opens: 0, lastOpenedAt: null },
      });
      return {
        statements: insertShareLink({ ...link, factoryId, secretSha256: await sha256(secret) }, maxShareLinks),
        answer: { data: { ...view, sharePath: sharePathOf(secret) } },
      };
    },
  }).catch(orLimitReached('share_links', tooManyShareLinks));
