import { CreateApiKey, DeleteApiKey, ListApiKeys, RotateApiKey } from '../../../schema/identity/api-keys.ts';
import { group, on } from '../../http/route.ts';
import { createKey } from './create-key.ts';
import { deleteKey } from './delete-key.ts';
import { listKeys } from './list-keys.ts';
import { rotateKey } from './rotate-key.ts';

export const apiKeyRoutes = group(
  on(CreateApiKey, (ctx, { body }) => createKey(ctx, body)),
  on(ListApiKeys, (ctx, { query }) => listKeys(ctx, query)),
  on(RotateApiKey, (ctx, { params, body }) => rotateKey(ctx, { ...params, ...body })),
  on(DeleteApiKey, (ctx, { params }) => deleteKey(ctx, params.id)),
);
