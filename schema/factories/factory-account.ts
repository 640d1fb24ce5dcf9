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
      handle: pasted(100)
        .optional()
        .describe(
          'Name of the account, with or without @. A YouTube username, as in youtube.com/user/name, is user/name.',
        ),
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
      id: id(),
      platform: z.enum(platforms),
      handle: z.string(),
      title: z.string().nullable(),
      status: z.enum(factoryAccountStatuses),
      mode: z.enum(factoryAccountModes),
      posts: z.int().nonnegative(),
      lastScannedAt: instant().nullable(),
      nextScanAt: instant().nullable(),
      avatarUrl: z.string().nullable(),
      metrics: factoryMetrics(),
      reasons: z.array(z.enum(metricReasons)),
      tags: z.array(namedTag()),
    })
    .meta({ id: 'FactoryAccount' }),
);
export type FactoryAccountView = z.output<ReturnType<typeof factoryAccount>>;

/** An account with the history of its posts. */
export const factoryAccountDetail = lazy(() => factoryAccount().extend(history()).meta({ id: 'FactoryAccountDetail' }));
export type FactoryAccountDetailView = z.output<ReturnType<typeof factoryAccountDetail>>;
