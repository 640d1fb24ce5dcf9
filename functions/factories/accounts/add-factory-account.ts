import {
  type FactoryAccountRecord,
  grantingAccount,
  insertFactoryAccount,
  sameFactoryAccount,
} from '../../../db/factories/accounts.ts';
import { isFactory } from '../../../db/factories/factories.ts';
import { listedAccount, watchAllPosts } from '../../../db/factories/listed-accounts.ts';
import { freshId } from '../../../db/fresh-ids.ts';
import { factsOf } from '../../../db/query.ts';
import { factoryAccounts } from '../../../db/tables/factories.ts';
import type { AccountInput, FactoryAccountView } from '../../../schema/factories/factory-account.ts';
import { maxFactoryAccounts } from '../../../schema/factories/factory-terms.ts';
import { orLimitReached } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { channelAtUrl, channelOfHandle } from '../../creators/channels/index.ts';
import { mutate, readAfterCommit } from '../../mutate.ts';
import { postReadersOf } from '../../social-accounts/index.ts';
import { ownerOf, readAccountRow } from '../reads/read-factory.ts';
import { alreadyWatched, grantRequired, nameOf, platformIn, tooManyAccounts, unreadable } from './rules.ts';
import { viewFactoryAccount } from './view.ts';

const addresses = { ofHandle: channelOfHandle, atUrl: channelAtUrl };

/**
 * Adds an account to a factory of the caller. It is PENDING until its platform has answered. If the factory watches single posts of the account,
 * it watches all of them from now on. A failure changes nothing.
 */
export async function addFactoryAccount(
  ctx: Ctx,
  { id, ...input }: AccountInput & { readonly id: number },
): Promise<{ data: FactoryAccountView }> {
  const platform = platformIn(input, addresses);
  const { userId } = ctx.actor;
  const { byKey, byGrant } = postReadersOf(ctx);
  if (!byKey.includes(platform) && !byGrant.includes(platform)) throw unreadable();
  const named = { platform, handle: nameOf({ ...input, platform }, addresses) };
  const shown = async (kept: FactoryAccountView) => ({
    data: (await readAccountRow(ctx, ownerOf(userId, id), kept.id)) ?? kept,
  });
  // The key stores no metrics and no title, because the platforms' terms limit how long they may be stored.
  const answerOf = (account: FactoryAccountRecord) => {
    const kept = { ...viewFactoryAccount(account), title: null };
    return { answer: readAfterCommit(() => shown(kept)), kept };
  };
  return mutate(ctx, {
    facts: factsOf({
      isOwn: isFactory(userId, id),
      accountId: freshId(factoryAccounts),
      existingId: sameFactoryAccount(id, named),
      grantingId: grantingAccount(userId, named),
      listed: listedAccount(id, named),
    }),
    visible: (found) => (found.isOwn ? found : null),
    replay: shown,
    decide({ accountId, existingId, grantingId, listed }) {
      if (existingId !== null && existingId !== listed?.id) throw alreadyWatched(existingId);
      const needsGrant = byGrant.includes(platform);
      if (needsGrant && grantingId === null) throw grantRequired();
      const socialAccountId = needsGrant ? grantingId : null;
      if (listed !== null)
        return {
          statements: watchAllPosts({ factoryId: id, accountId: listed.id, socialAccountId, at: ctx.now() }),
          ...answerOf({ ...listed, mode: 'ACCOUNT' }),
        };
      const account: FactoryAccountRecord = { ...newAccount, ...named, id: accountId };
      const row = { ...account, factoryId: id, socialAccountId, createdAt: ctx.now() };
      return { statements: insertFactoryAccount(row, maxFactoryAccounts), ...answerOf(account) };
    },
  }).catch(orLimitReached('factory_accounts', tooManyAccounts(maxFactoryAccounts)));
}

const newAccount: Omit<FactoryAccountRecord, 'id' | 'platform' | 'handle'> = {
  ...{ title: null, status: 'PENDING', mode: 'ACCOUNT', posts: 0, lastScannedAt: null, tags: [] },
};
