import * as z from 'zod';
import { metricReasons } from '../metrics/metric-rules.ts';
import { platforms } from '../shared/enums.ts';
import { id } from '../shared/ids.ts';
import { instant } from '../shared/instants.ts';
import { lazy } from '../shared/lazy.ts';
import { words } from '../shared/text.ts';
import { factoryMetrics, history } from './factory-metrics.ts';
import { factoryAccountModes, factoryAccountStatuses } from './factory-terms.ts';
import { namedTag } from './named-tag.ts';

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
      posts: z
        .int()
        .nonnegative()
        .describe('Its posts that match the filters; without filters all that the factory has found.'),
      lastScannedAt: instant().nullable().describe('Time of the latest scan; null before the first one.'),
      nextScanAt: instant().nullable().describe('When the platform is asked next; null while the factory is paused.'),
      avatarUrl: z
        .string()
        .nullable()
        .describe('Address of a stored picture, which expires; null where there is none or none may be stored.'),
      metrics: factoryMetrics().describe('Of its posts that match the filters.'),
      reasons: z
        .array(z.enum(metricReasons))
        .describe(
          'Why metrics are missing. UNAVAILABLE: the platform does not show the account. NOT_GRANTED: its connection has ended. WITHHELD: its ' +
            "owner has not consented, or the platform's terms or the operator withhold the metrics.",
        ),
      tags: z.array(namedTag()).describe('Sorted by name.'),
    })
    .meta({ id: 'FactoryAccount' }),
);
export type FactoryAccountView = z.output<ReturnType<typeof factoryAccount>>;

/** An account with the history of its posts. */
export const factoryAccountDetail = lazy(() => factoryAccount().extend(history()).meta({ id: 'FactoryAccountDetail' }));
export type FactoryAccountDetailView = z.output<ReturnType<typeof factoryAccountDetail>>;
