import { AddFactoryAccount, RemoveFactoryAccount } from '../../../schema/factories/factory-accounts.ts';
import { group, on } from '../../http/route.ts';
import { addFactoryAccount } from './add-factory-account.ts';
import { removeFactoryAccount } from './remove-factory-account.ts';

export const factoryAccountRoutes = group(
  on(AddFactoryAccount, (ctx, { params, body }) => addFactoryAccount(ctx, { ...params, ...body })),
  on(RemoveFactoryAccount, (ctx, { params }) => removeFactoryAccount(ctx, params)),
);
