import * as z from 'zod';
import { counterReasons } from '../metrics/counter-reasons.ts';
import { viewDefinition } from '../metrics/view-definition.ts';
import { platforms } from '../shared/enums.ts';
import { id } from '../shared/ids.ts';
import { instant } from '../shared/instants.ts';
import { lazy } from '../shared/lazy.ts';
import { pasted } from '../shared/text.ts';
import { factoryMetrics, maxMiniPoints, postPoint } from './factory-metrics.ts';
import { factoryPostFlags } from './factory-terms.ts';
import { namedTag } from './named-tag.ts';

export const postInput = lazy(() =>
  z.strictObject({ url: pasted(2_000).describe('Address of the post at the platform.') }),
);

/** A post that a factory watches. */
export const factoryPost = lazy(() =>
  z
    .strictObject({
      id: id(),
      factoryAccountId: id(),
      platform: z.enum(platforms),
      url: z.string().nullable(),
      title: z.string().nullable(),
      coverUrl: z.string().nullable(),
      durationSeconds: z.int().nonnegative().nullable(),
      hashtags: z.array(z.string()),
      publishedAt: instant(),
      lastScannedAt: instant().nullable(),
      metrics: factoryMetrics(),
      reasons: counterReasons((counter) => `Reason for null in ${counter}.`).describe(
        'Reason for each null counter in metrics. Before the first scan there is none, unless the metrics of the account are not shown.',
      ),
      source: z.string().nullable(),
      viewDefinition: viewDefinition(),
      history: z
        .array(postPoint())
        .describe(
          `One point for each UTC day with a measurement between \`from\` and \`to\`, the oldest first. At most the last ${maxMiniPoints} points.`,
        ),
      snapshotBaseline: postPoint()
        .nullable()
        .describe('The last point at or before `from`; null without `from`, or if there is no such point.'),
      tags: z.array(namedTag()),
      flags: z.array(z.strictObject({ flag: z.enum(factoryPostFlags), at: instant() })),
    })
    .meta({ id: 'FactoryPost' }),
);
export type FactoryPostView = z.output<ReturnType<typeof factoryPost>>;
