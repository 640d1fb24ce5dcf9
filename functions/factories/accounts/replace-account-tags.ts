import { replaceAccountTags as replaceLinks } from '../../../db/factories/account-tags.ts';
import { factoryAccountOf } from '../../../db/factories/accounts.ts';
import { tagsAmong } from '../../../db/factories/tags.ts';
import { factsOf } from '../../../db/query.ts';
import type { FactoryAccountView } from '../../../schema/factories/factory-account.ts';
import { notFound } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { mutate, readAfterCommit } from '../../mutate.ts';
import { ownerOf, readAccountRow } from '../reads/read-factory.ts';
import { refuseUnknownTags } from '../tags/rules.ts';

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
  const shown = async ({ tags }: Pick<FactoryAccountView, 'tags'>) => {
    const account = await readAccountRow(ctx, ownerOf(ownerId, factoryId), accountId);
    if (account === null) throw notFound();
    return { data: { ...account, tags } };
  };
  return mutate(ctx, {
    facts: factsOf({ account: factoryAccountOf(ownerId, factoryId, accountId), tags: tagsAmong(ownerId, tagIds) }),
    visible: ({ account, tags }) => account && { tags },
    replay: shown,
    decide({ tags }) {
      refuseUnknownTags(tagIds, tags);
      // The key stores no metrics, because the platforms' terms limit how long they may be stored.
      const kept = { tags: tags.map(({ id, name }) => ({ id, name })) };
      return {
        statements: replaceLinks({ ownerId, factoryId, accountId, tagIds }),
        answer: readAfterCommit(() => shown(kept)),
        kept,
      };
    },
  });
};
