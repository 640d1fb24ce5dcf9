import { factoryOf } from '../../../db/factories/factories.ts';
import { allGroupsOf } from '../../../db/factories/tag-groups.ts';
import { allTagsOf } from '../../../db/factories/tags.ts';
import { facts } from '../../../db/query.ts';
import type { FactoryView } from '../../../schema/factories/factory.ts';
import type { TagGroupView, TagView } from '../../../schema/factories/tags.ts';
import { notFound } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { viewTag, viewTagGroup } from '../tags/view.ts';
import { viewFactory } from './view.ts';

interface Settings {
  readonly factory: FactoryView;
  readonly tags: TagView[];
  readonly tagGroups: TagGroupView[];
}

/** A factory of the caller with its tag groups, and all tags of the caller. */
export async function getFactorySettings(ctx: Ctx, { id }: { readonly id: number }): Promise<{ data: Settings }> {
  const { userId } = ctx.actor;
  const { factory, tags, groups } = await facts(ctx.db, {
    factory: factoryOf(userId, id, ctx.settings, ctx.now()),
    tags: allTagsOf(userId),
    groups: allGroupsOf(id),
  });
  if (factory === null) throw notFound();
  return { data: { factory: viewFactory(factory), tags: tags.map(viewTag), tagGroups: groups.map(viewTagGroup) } };
}
