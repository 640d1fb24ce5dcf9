import { CreateFactory, DeleteFactory, ListFactories, UpdateFactory } from '../../../schema/factories/factories.ts';
import { group, on } from '../../http/route.ts';
import { createFactory } from './create-factory.ts';
import { deleteFactory } from './delete-factory.ts';
import { listFactories } from './list-factories.ts';
import { updateFactory } from './update-factory.ts';

export const factoryRoutes = group(
  on(ListFactories, (ctx, { query }) => listFactories(ctx, query)),
  on(CreateFactory, (ctx, { body }) => createFactory(ctx, body)),
  on(UpdateFactory, (ctx, { params, body }) => updateFactory(ctx, { ...params, ...body })),
  on(DeleteFactory, (ctx, { params }) => deleteFactory(ctx, params)),
);
