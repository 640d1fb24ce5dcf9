import * as z from 'zod';
import { platforms } from '../shared/enums.ts';
import { id } from '../shared/ids.ts';
import { instant } from '../shared/instants.ts';
import { lazy } from '../shared/lazy.ts';
import { words } from '../shared/text.ts';
import { factoryAccountModes, factoryAccountStatuses } from './factory-terms.ts';

export const accountInput = lazy(() =>
  z
    .strictObject({
      platform: z.enum(platforms),
      handle: words(100).optional().describe('Name of the account, with or without @.'),
      url: words(2_000).optional().describe('Address of the account at the platform.'),
    })
    .superRefine(({ handle, url }, context) => {
      const refuse = (message: string) => context.addIssue({ code: 'custom', path: ['url'], message });
      if (handle === undefined && url === undefined) refuse('is required without handle');
      if (handle !== undefined && url !== undefined) refuse('must not be sent with handle');
    }),
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
      mode: z.enum(factoryAccountModes).describe('Which posts of the account are watched.'),
      posts: z.int().nonnegative().describe('Its posts that the factory has found.'),
      lastScannedAt: instant().nullable().describe('Time of the latest scan; null before the first one.'),
    })
    .meta({ id: 'FactoryAccount' }),
);
export type FactoryAccountView = z.output<ReturnType<typeof factoryAccount>>;
