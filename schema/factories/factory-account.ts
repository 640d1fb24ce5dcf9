import * as z from 'zod';
import { metricReasons } from '../metrics/metric-rules.ts';
import { platforms } from '../shared/enums.ts';
import { id } from '../shared/ids.ts';
import { instant } from '../shared/instants.ts';
import { lazy } from '../shared/lazy.ts';
import { pasted } from '../shared/text.ts';
import { factoryMetrics, history } from './factory-metrics.ts';
import { factoryAccountModes, factoryAccountStatuses } from './factory-terms.ts';
import { namedTag } from './named-tag.ts';

export const accountInput = lazy(() =>
  z
    .strictObject({
      platform: z.enum(platforms).optional().describe('Required with handle. Without it, url names the platform.'),
      handle: pasted(100).optional().describe('Name of the account, with or without @.'),
      url: pasted(2_000).optional().describe('Address of the account at the platform.'),
    })
    .superRefine(({ platform, handle, url }, context) => {
      const refuse = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message });
      if (handle === undefined && url === undefined) refuse('url', 'is required without handle');
      if (handle !== undefined && url !== undefined) refuse('url', 'must not be sent with handle');
      if (handle !== undefined && platform === undefined) refuse('platform', 'is required with handle');
    }),
);
export type AccountInput = z.output<ReturnType<typeof accountInput>>;

export const factoryAccount = lazy(() =>
  z
    .strictObject({
      id: id().describe('Id of the account in this factory.'),
      platform: z.enum(platforms),
      handle: z
        .string()
        .describe('Name of the account: as given until the platform has answered, then as the platform shows it.'),
      title: z.string().nullable().describe('Display name of the account; null until the platform has answered.'),
      status: z.enum(factoryAccountStatuses),
      mode: z
        .enum(factoryAccountModes)
        .describe(
          'ACCOUNT: all posts of the account are watched. LISTED: only the posts that were added by their addresses.',
        ),
      posts: z
        .int()
        .nonnegative()
        .describe('Number of its posts that match the filters. Without filters: all posts that the factory has found.'),
      lastScannedAt: instant().nullable().describe('Time of the latest scan; null before the first one.'),
      nextScanAt: instant()
        .nullable()
        .describe(
          'Time of the next request to the platform; null while the factory is paused, and if the factory has the account under another name.',
        ),
      avatarUrl: z
        .string()
        .nullable()
        .describe(
          'URL of a stored picture. It expires. null if there is no picture, none may be stored, or in a report.',
        ),
      metrics: factoryMetrics().describe('Metrics of its posts that match the filters.'),
      reasons: z
        .array(z.enum(metricReasons))
        .describe(
          'Reasons for missing metrics. UNAVAILABLE: the status is UNAVAILABLE. NOT_GRANTED: the connection of the account has ended. ' +
            "WITHHELD: its owner has not consented, or the platform's terms or the operator withhold the metrics.",
        ),
      tags: z.array(namedTag()).describe('Tags of the account, sorted by name.'),
    })
    .meta({ id: 'FactoryAccount' }),
);
export type FactoryAccountView = z.output<ReturnType<typeof factoryAccount>>;

/** An account with the history of its posts. */
export const factoryAccountDetail = lazy(() => factoryAccount().extend(history()).meta({ id: 'FactoryAccountDetail' }));
export type FactoryAccountDetailView = z.output<ReturnType<typeof factoryAccountDetail>>;
