import { changeAddress, countOfNames, isOwnName } from '../../../db/creators/addresses.ts';
import { pageOf } from '../../../db/creators/pages.ts';
import { factsOf } from '../../../db/query.ts';
import type { PageState } from '../../../schema/creators/creator-pages.ts';
import type { Ctx } from '../../context.ts';
import { mutate } from '../../mutate.ts';
import { changeOfPage, ownPage } from './own-page.ts';
import { refuseAddress } from './rules.ts';

/** Gives the caller's page a short address, or removes it. Every copy of the redirect changes within a second. */
export const setPageAddress = (ctx: Ctx, { name }: { readonly name: string | null }): Promise<{ data: PageState }> => {
  const { userId } = ctx.actor;
  return mutate(ctx, {
    replay: ownPage(ctx).replay,
    facts: factsOf({ page: pageOf(userId), isOwn: isOwnName(userId, name), names: countOfNames(userId) }),
    visible: ({ page, ...found }) => page && { page, ...found },
    decide({ page, isOwn, names }) {
      if (name !== null) refuseAddress({ isOwn, names });
      const changes = page.address === name ? [] : changeAddress(userId, name, ctx.now());
      return changeOfPage(ctx, { ...page, address: name }, changes);
    },
  });
};
