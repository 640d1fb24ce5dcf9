import { deleteFactoryAccount, factoryAccountOf } from '../../../db/factories/accounts.ts';
import { factsOf } from '../../../db/query.ts';
import type { FactoryAccountView } from '../../../schema/factories/factory-account.ts';
import type { Ctx } from '../../context.ts';
import { mutate } from '../../mutate.ts';
import { viewFactoryAccount } from './view.ts';

/** Removes an account from a factory of the caller, with its posts. A failure changes nothing. */
export const removeFactoryAccount = (
  ctx: Ctx,
  { id, accountId }: { readonly id: number; readonly accountId: number },
): Promise<{ data: FactoryAccountView }> =>
  mutate(ctx, {
    facts: factsOf({ account: factoryAccountOf(ctx.actor.userId, id, accountId) }),
    visible: ({ account }) => account,
    decide: (account) => ({
      statements: deleteFactoryAccount(id, accountId, ctx.now()),
      answer: { data: viewFactoryAccount(account) },
    }),
  });
