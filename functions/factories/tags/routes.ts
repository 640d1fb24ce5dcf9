import { CreateFactoryTag, DeleteFactoryTag, ListFactoryTags } from '../../../schema/factories/tags.ts';
import { group, on } from '../../http/route.ts';
import { createTag } from './create-tag.ts';
import { deleteTag } from './delete-tag.ts';
import { listTags } from './list-tags.ts';

export const factoryTagRoutes = group(
  on(ListFactoryTags, (ctx, { query }) => listTags(ctx, query)),
  on(CreateFactoryTag, (ctx, { body }) => createTag(ctx, body)),
  on(DeleteFactoryTag, (ctx, { params }) => deleteTag(ctx, params)),
);
