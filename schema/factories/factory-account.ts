import * as z from 'zod';
import { platforms } from '../shared/enums.ts';
import { id } from '../shared/ids.ts';
import { instant } from '../shared/instants.ts';
import { lazy } from '../shared/lazy.ts';
import { text } from '../shared/text.ts';
import { factoryAccountModes, factoryAccountStatuses } from './factory-terms.ts';

export const accountInput = lazy(() =>
  z
    .strictObject({
      platform: z.enum(platforms),
      handle: text(1, 100).optional().describe('Name of the account, with or without @.'),
      url: text(1, 2_000).optional().describe('Address of the account at the platform.'),
    })
    .refine(({ handle, url }) => (handle === undefined) !== (url === undefined), 'needs either handle or url'),
);
export type AccountInput = z.output<ReturnType<typeof accountInput>>;

export const factoryAccount = lazy(() =>
  z
    .strictObject({
      id: id().describe('Id of the account in this factory.'),
      platform: z.enum(platforms),
      handle: z.string().describe('Name of the account, as the platform shows it once it is found.'),
      title: z.string().nullable().describe('Display name of the account; null until it is found.'),
      status: z.enum(factoryAccountStatuses),
      mode: z.enum(factoryAccountModes),
      posts: z.int().nonnegative().describe('Its posts that the factory has found.'),
      lastScannedAt: instant().nullable().describe('Time of the latest scan; null before the first one.'),
    })
    .meta({ id: 'FactoryAccount' }),
);
export type FactoryAccountView = z.output<ReturnType<typeof factoryAccount>>;
