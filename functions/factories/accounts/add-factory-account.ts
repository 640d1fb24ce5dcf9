import {
  type FactoryAccountRecord,
  grantingAccount,
  insertFactoryAccount,
  sameFactoryAccount,
} from '../../../db/factories/accounts.ts';
import { isFactory } from '../../../db/factories/factories.ts';
import { freshId } from '../../../db/fresh-ids.ts';
import { factsOf } from '../../../db/query.ts';
import { factoryAccounts } from '../../../db/tables/factories.ts';
import type { AccountInput, FactoryAccountView } from '../../../schema/factories/factory-account.ts';
import { maxFactoryAccounts } from '../../../schema/factories/factory-terms.ts';
import { orLimitReached } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { channelAtUrl, channelOfHandle } from '../../creators/channels/index.ts';
import { mutate } from '../../mutate.ts';
import { postReadersOf } from '../../social-accounts/index.ts';
import { alreadyWatched, grantRequired, nameOf, tooManyAccounts, unreadable } from './rules.ts';
import { viewFactoryAccount } from './view.ts';

/** Adds an account to a factory of the caller, PENDING until its platform was asked. A failure changes nothing. */
export async function addFactoryAccount(
  ctx: Ctx,
  { id, ...input }: AccountInput & { readonly id: number },
): Promise<{ data: FactoryAccountView }> {
  const { platform } = input;
  const { userId } = ctx.actor;
  const { byKey, byGrant } = postReadersOf(ctx);
  if (!byKey.includes(platform) && !byGrant.includes(platform)) throw unreadable();
  const named = { platform, handle: nameOf(input, { ofHandle: channelOfHandle, atUrl: channelAtUrl }) };
  return mutate(ctx, {
    facts: factsOf({
      isOwn: isFactory(userId, id),
      accountId: freshId(factoryAccounts),
      existingId: sameFactoryAccount(id, named),
      grantingId: grantingAccount(userId, named),
    }),
    visible: (found) => (found.isOwn ? found : null),
    decide({ accountId, existingId, grantingId }) {
      if (existingId !== null) throw alreadyWatched(existingId);
      const needsGrant = byGrant.includes(platform);
      if (needsGrant && grantingId === null) throw grantRequired();
      const account: FactoryAccountRecord = { ...newAccount, ...named, id: accountId };
      const row = {
        ...account,
        factoryId: id,
        socialAccountId: needsGrant ? grantingId : null,
        createdAt: ctx.now(),
      };
      return {
        statements: insertFactoryAccount(row, maxFactoryAccounts),
        answer: { data: viewFactoryAccount(account) },
      };
    },
  }).catch(orLimitReached('factory_accounts', tooManyAccounts(maxFactoryAccounts)));
}

const newAccount: Omit<FactoryAccountRecord, 'id' | 'platform' | 'handle'> = {
  ...{ title: null, status: 'PENDING', mode: 'ACCOUNT', posts: 0, lastScannedAt: null, tags: [] },
};
