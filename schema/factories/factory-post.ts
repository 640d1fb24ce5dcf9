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
      id: id().describe('Id of the post in this factory.'),
      factoryAccountId: id().describe('Id of the account that published the post, in this factory.'),
      platform: z.enum(platforms),
      url: z.string().nullable().describe('URL of the post at the platform; null if it is not known.'),
      title: z
        .string()
        .nullable()
        .describe('Title, as the platform showed it last; null if the post has no title, or before the first scan.'),
      coverUrl: z
        .string()
        .nullable()
        .describe(
          'URL of a stored picture. It expires. null if there is no picture, none may be stored, or in a report.',
        ),
      durationSeconds: z
        .int()
        .nonnegative()
        .nullable()
        .describe('Length of the video in seconds; null for other posts, and if the length is not known.'),
      hashtags: z.array(z.string()).describe('Hashtags without #, in the order of the text.'),
      publishedAt: instant(),
      lastScannedAt: instant()
        .nullable()
        .describe('Time of the last answer of the platform for the post; null before the first answer.'),
      metrics: factoryMetrics(),
      reasons: counterReasons((counter) => `Reason for null in ${counter}.`).describe(
        'Reason for each null counter in metrics. Before the first scan there is none, unless the metrics of the account are not shown.',
      ),
      source: z
        .string()
        .nullable()
        .describe(
          'The API of the platform that answered for the post last; null before the first scan, and if the metrics of the account are not shown.',
        ),
      viewDefinition: viewDefinition(
        'The definition of a view that metrics.views was counted by, if the platform has changed it.',
        'the views are unknown, or the platform has only one definition.',
      ),
      history: z
        .array(postPoint())
        .describe(
          `One point for each UTC day with a measurement between \`from\` and \`to\`, the oldest first. At most the last ${maxMiniPoints} points.`,
        ),
      snapshotBaseline: postPoint()
        .nullable()
        .describe('The last point at or before `from`; null without `from`, or if there is no such point.'),
      tags: z.array(namedTag()).describe('The tags of its account, sorted by name.'),
      flags: z
        .array(
          z.strictObject({
            flag: z.enum(factoryPostFlags).describe('Kind of the unusual measurement.'),
            at: instant().describe('Time of the latest measurement with this flag.'),
          }),
        )
        .describe('Unusual measurements, the earliest first.'),
    })
    .meta({ id: 'FactoryPost' }),
);
export type FactoryPostView = z.output<ReturnType<typeof factoryPost>>;
