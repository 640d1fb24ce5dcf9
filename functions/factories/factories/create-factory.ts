import { type FactoryRecord, insertFactory } from '../../../db/factories/factories.ts';
import { freshId } from '../../../db/fresh-ids.ts';
import { factsOf } from '../../../db/query.ts';
import { factories } from '../../../db/tables/factories.ts';
import type { FactoryInput, FactoryView } from '../../../schema/factories/factory.ts';
import { maxFactories } from '../../../schema/factories/factory-terms.ts';
import { orLimitReached } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { mutate } from '../../mutate.ts';
import { tooManyFactories } from './rules.ts';
import { viewFactory } from './view.ts';

/** Creates a factory that watches no account yet. A failure changes nothing. */
export const createFactory = (ctx: Ctx, input: FactoryInput): Promise<{ data: FactoryView }> =>
  mutate(ctx, {
    facts: factsOf({ id: freshId(factories) }),
    visible: ({ id }) => id,
    decide(id) {
      const factory: FactoryRecord = { ...input, ...newFactory, id, createdAt: ctx.now().toISOString() };
      return {
        statements: insertFactory(factory, ctx.actor.userId, maxFactories),
        answer: { data: viewFactory(factory) },
      };
    },
  }).catch(orLimitReached('factories', tooManyFactories(maxFactories)));

const newFactory: Omit<FactoryRecord, keyof FactoryInput | 'id' | 'createdAt'> = {
  ...{ version: 1, status: 'ACTIVE', pauseReason: null, neededCredits: null, hiddenFields: [] },
  sums: { accounts: 0, posts: 0, views: null, platforms: [], lastScannedAt: null },
};
