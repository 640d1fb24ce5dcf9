import { deleteFactory as deleteRow, factoryOf } from '../../../db/factories/factories.ts';
import { factsOf } from '../../../db/query.ts';
import type { FactoryView } from '../../../schema/factories/factory.ts';
import type { Ctx } from '../../context.ts';
import { mutate } from '../../mutate.ts';
import { viewFactory } from './view.ts';

/** Deletes a factory of the caller. Its share links end with it. Its credit history stays. */
export const deleteFactory = (ctx: Ctx, { id }: { readonly id: number }): Promise<{ data: FactoryView }> =>
  mutate(ctx, {
    facts: factsOf({ factory: factoryOf(ctx.actor.userId, id, ctx.settings, ctx.now()) }),
    visible: ({ factory }) => factory,
    decide: (factory) => ({
      statements: deleteRow(factory, ctx.now()),
      answer: { data: viewFactory(factory) },
    }),
  });
