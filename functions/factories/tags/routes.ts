import {
  CreateFactoryTag,
  CreateTagGroup,
  DeleteFactoryTag,
  DeleteTagGroup,
  ListFactoryTags,
  ListTagGroups,
  ReplaceTagGroup,
} from '../../../schema/factories/tags.ts';
import { group, on } from '../../http/route.ts';
import { createTag } from './create-tag.ts';
import { createTagGroup } from './create-tag-group.ts';
import { deleteTag } from './delete-tag.ts';
import { deleteTagGroup } from './delete-tag-group.ts';
import { listTagGroups } from './list-tag-groups.ts';
import { listTags } from './list-tags.ts';
import { replaceTagGroup } from './replace-tag-group.ts';

export const factoryTagRoutes = group(
  on(ListFactoryTags, (ctx, { query }) => listTags(ctx, query)),
  on(CreateFactoryTag, (ctx, { body }) => createTag(ctx, body)),
  on(DeleteFactoryTag, (ctx, { params }) => deleteTag(ctx, params)),
  on(ListTagGroups, (ctx, { params, query }) => listTagGroups(ctx, { ...params, ...query })),
  on(CreateTagGroup, (ctx, { params, body }) => createTagGroup(ctx, { ...params, ...body })),
  on(ReplaceTagGroup, (ctx, { params, body }) => replaceTagGroup(ctx, { ...params, ...body })),
  on(DeleteTagGroup, (ctx, { params }) => deleteTagGroup(ctx, params)),
);
