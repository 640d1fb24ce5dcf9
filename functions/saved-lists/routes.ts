import {
  CompareCreators,
  CreateSavedList,
  DeleteSavedList,
  GetSavedList,
  ListSavedCreators,
  ListSavedLists,
  RemoveSavedCreator,
  RenameSavedList,
  SaveCreator,
} from '../../schema/saved-lists/saved-lists.ts';
import { group, on } from '../http/route.ts';

const verbs = () => import('./verbs.ts');

export const savedListRoutes = group(
  on(ListSavedLists, async (ctx, { query }) => (await verbs()).listLists(ctx, query)),
  on(CreateSavedList, async (ctx, { body }) => (await verbs()).createList(ctx, body)),
  on(GetSavedList, async (ctx, { params }) => (await verbs()).getList(ctx, params.id)),
  on(RenameSavedList, async (ctx, { params, body }) => (await verbs()).renameList(ctx, { ...params, ...body })),
  on(DeleteSavedList, async (ctx, { params }) => (await verbs()).deleteList(ctx, params.id)),
  on(ListSavedCreators, async (ctx, { params, query }) => (await verbs()).listCreators(ctx, { ...params, ...query })),
  on(SaveCreator, async (ctx, { params }) => (await verbs()).saveCreator(ctx, params)),
  on(RemoveSavedCreator, async (ctx, { params }) => (await verbs()).removeCreator(ctx, params)),
  on(CompareCreators, async (ctx, { query }) => (await verbs()).compareCreators(ctx, query.creators)),
);
