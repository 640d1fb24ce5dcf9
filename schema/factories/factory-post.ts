import * as z from 'zod';
import { metricReasons } from '../metrics/metric-rules.ts';
import { platforms } from '../shared/enums.ts';
import { id } from '../shared/ids.ts';
import { instant } from '../shared/instants.ts';
import { lazy } from '../shared/lazy.ts';
import { words } from '../shared/text.ts';
import { factoryMetrics, maxMiniPoints, postPoint } from './factory-metrics.ts';
import { factoryPostFlags } from './factory-terms.ts';
import { namedTag } from './named-tag.ts';

export const postInput = lazy(() =>
  z.strictObject({ url: words(2_000).describe('Address of the post at the platform.') }),
);

const reasonFor = (counter: string) => z.enum(metricReasons).optional().describe(`Why ${counter} is null.`);

/** A post that a factory watches. */
export const factoryPost = lazy(() =>
  z
    .strictObject({
      id: id().describe('Id of the post in this factory.'),
      factoryAccountId: id().describe('The account of the factory that published the post.'),
      platform: z.enum(platforms),
      url: z
        .string()
        .nullable()
        .describe('Address of the post at the platform; null if the platform does not state it.'),
      title: z
        .string()
        .nullable()
        .describe('As the platform showed it last; null if it has none, or before the first scan.'),
      coverUrl: z
        .string()
        .nullable()
        .describe('Address of a stored picture, which expires; null where there is none or none may be stored.'),
      durationSeconds: z
        .int()
        .nonnegative()
        .nullable()
        .describe('Length of a video; null for other posts, and if it is not known.'),
      hashtags: z.array(z.string()).describe('Without #, in the order of the text.'),
      publishedAt: instant(),
      lastScannedAt: instant().nullable().describe('When the platform answered for the post last; null before that.'),
      metrics: factoryMetrics(),
      reasons: z
        .strictObject({
          views: reasonFor('views'),
          likes: reasonFor('likes'),
          comments: reasonFor('comments'),
          saves: reasonFor('saves'),
        })
        .describe('The reason of each counter in metrics that is null. Empty before the first scan.'),
      history: z
        .array(postPoint())
        .describe(
          `The last ${maxMiniPoints} UTC days with a measurement at most, the oldest first. from and to bound it.`,
        ),
      snapshotBaseline: postPoint()
        .nullable()
        .describe('The last point at or before from; null without from, or if there is no such point.'),
      tags: z.array(namedTag()).describe('The tags of its account, sorted by name.'),
      flags: z
        .array(
          z.strictObject({
            flag: z.enum(factoryPostFlags).describe('What is unusual.'),
            at: instant().describe('Time of the latest such measurement.'),
          }),
        )
        .describe('Unusual measurements, the earliest first.'),
    })
    .meta({ id: 'FactoryPost' }),
);
export type FactoryPostView = z.output<ReturnType<typeof factoryPost>>;
