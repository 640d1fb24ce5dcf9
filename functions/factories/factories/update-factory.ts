import { sql } from 'drizzle-orm/sql/sql';
import { availableCredits, changeFactory, factoryOf, nextScanCredits } from '../../../db/factories/factories.ts';
import { factsOf } from '../../../db/query.ts';
import type { FactoryChanges, FactoryView } from '../../../schema/factories/factory.ts';
import { Refusal } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { mutate } from '../../mutate.ts';
import { changed } from './rules.ts';
import { answerOf, replayFactory } from './view.ts';

/** Changes the given settings of a factory of the caller. A failure changes nothing. */
export const updateFactory = (
  ctx: Ctx,
  { id, expectedVersion, ...changes }: FactoryChanges & { readonly id: number },
): Promise<{ data: FactoryView }> =>
  mutate(ctx, {
    facts: factsOf({
      factory: factoryOf(ctx.actor.userId, id, ctx.settings, ctx.now()),
      available: availableCredits(ctx.actor.userId),
      needed: changes.status === 'ACTIVE' ? nextScanCredits(ctx.actor.userId, id, changes, ctx.now()) : sql<null>`null`,
    }),
    visible: ({ factory, ...credits }) => factory && { factory, credits },
    replay: (kept: { readonly data: FactoryView }, { factory }) => replayFactory(kept, factory),
    decide({ factory, credits }) {
      if (factory.version !== expectedVersion) throw new Refusal('VERSION_CONFLICT');
      const next = changed(factory, changes, credits);
      return { ...answerOf(next), statements: [changeFactory(next, ctx.now())] };
    },
  });
