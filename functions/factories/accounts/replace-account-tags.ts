import { replaceAccountTags as replaceLinks } from '../../../db/factories/account-tags.ts';
import { factoryAccountOf } from '../../../db/factories/accounts.ts';
import { tagsAmong } from '../../../db/factories/tags.ts';
import { factsOf } from '../../../db/query.ts';
import type { FactoryAccountView } from '../../../schema/factories/factory-account.ts';
import type { Ctx } from '../../context.ts';
import { mutate } from '../../mutate.ts';
import { refuseUnknownTags } from '../tags/rules.ts';
import { viewFactoryAccount } from './view.ts';

interface AccountTags {
  readonly id: number;
  readonly accountId: number;
  readonly tagIds: readonly number[];
}

/** Replaces the tags of an account of a factory of the caller. A failure changes nothing. */
export const replaceAccountTags = (
  ctx: Ctx,
  { id: factoryId, accountId, tagIds }: AccountTags,
): Promise<{ data: FactoryAccountView }> => {
  const ownerId = ctx.actor.userId;
  return mutate(ctx, {
    facts: factsOf({ account: factoryAccountOf(ownerId, factoryId, accountId), tags: tagsAmong(ownerId, tagIds) }),
    visible: ({ account, tags }) => account && { account, tags },
    // The key stores no metrics, because the platforms' terms limit how long they may be stored.
    replay: ({ tags }: Pick<FactoryAccountView, 'tags'>, { account }) => ({
      data: { ...viewFactoryAccount(account), tags },
    }),
    decide({ account, tags }) {
      refuseUnknownTags(tagIds, tags);
      const data = viewFactoryAccount({ ...account, tags });
      return {
        statements: replaceLinks({ ownerId, factoryId, accountId, tagIds }),
        answer: { data },
        kept: { tags: data.tags },
      };
    },
  });
};
