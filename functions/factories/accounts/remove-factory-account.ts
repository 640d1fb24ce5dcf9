import { deleteFactoryAccount, factoryAccountOf } from '../../../db/factories/accounts.ts';
import { factsOf } from '../../../db/query.ts';
import type { FactoryAccountView } from '../../../schema/factories/factory-account.ts';
import { notFound } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { mutate } from '../../mutate.ts';
import { ownerOf, readAccountRow } from '../reads/read-factory.ts';

/** Removes an account from a factory of the caller, with its posts. A failure changes nothing. */
export async function removeFactoryAccount(
  ctx: Ctx,
  { id, accountId }: { readonly id: number; readonly accountId: number },
): Promise<{ data: FactoryAccountView }> {
  const { userId } = ctx.actor;
  const account = await readAccountRow(ctx, ownerOf(userId, id), accountId);
  if (account === null) throw notFound();
  return mutate(ctx, {
    facts: factsOf({ found: factoryAccountOf(userId, id, accountId) }),
    visible: ({ found }) => found,
    decide: () => ({ statements: deleteFactoryAccount(id, accountId, ctx.now()), answer: { data: account } }),
  });
}
