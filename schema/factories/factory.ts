import * as z from 'zod';
import { sumOfCounts } from '../metrics/engagement.ts';
import { mixedDefinitions } from '../metrics/view-definition.ts';
import { id, version } from '../shared/ids.ts';
import { instant } from '../shared/instants.ts';
import { lazy } from '../shared/lazy.ts';
import { words } from '../shared/text.ts';
import {
  factoryNameLength,
  factoryPauseReasons,
  factoryStatuses,
  hideableFields,
  type IntervalHours,
  intervalHours,
  maxPosts,
  trackingDays,
} from './factory-terms.ts';
import { hiddenFields } from './hidden-fields.ts';

const interval = lazy(() => z.literal([...intervalHours]));

const settings = lazy(() => ({
  name: words(factoryNameLength).describe('Name of the factory. Reports show it.'),
  intervalHours: interval().describe('Hours between the end of a scan of an account and its next scan.'),
  trackingDays: z
    .int()
    .min(trackingDays.min)
    .max(trackingDays.max)
    .describe('Days after its publication for which a post is scanned.'),
}));

export const factoryInput = lazy(() => {
  const { name, intervalHours: hours, trackingDays: days } = settings();
  return z.strictObject({ name, intervalHours: hours.default(24), trackingDays: days.default(30) });
});
export type FactoryInput = z.output<ReturnType<typeof factoryInput>>;

export const factoryChanges = lazy(() =>
  z.strictObject({
    expectedVersion: version(),
    ...z.object(settings()).partial().shape,
    hiddenFields: hiddenFields()
      .optional()
      .describe('Fields that the reports of the factory hide, each with the values that depend on it.'),
    status: z
      .enum(factoryStatuses)
      .optional()
      .describe('PAUSED stops the scans. ACTIVE resumes them, and requires available credits.'),
  }),
);
export type FactoryChanges = z.output<ReturnType<typeof factoryChanges>>;

export const factory = lazy(() =>
  z
    .strictObject({
      id: id().describe('Id of the factory.'),
      version: version(),
      name: z.string().describe('Name of the factory. Reports show it.'),
      status: z.enum(factoryStatuses),
      pauseReason: z
        .enum(factoryPauseReasons)
        .nullable()
        .describe('MANUAL: you have paused it. NO_CREDITS: your credits did not cover a scan. null if it is ACTIVE.'),
      neededCredits: z
        .int()
        .positive()
        .nullable()
        .describe(
          'Credits that its next scan needs. null unless pauseReason is NO_CREDITS, and if it has no posts to scan.',
        ),
      intervalHours: interval().describe('Hours between the end of a scan of an account and its next scan.'),
      trackingDays: z.int().describe('Days after its publication for which a post is scanned.'),
      scansPerPostPerDay: z.number().describe('Scans of a post per day: 24 / intervalHours.'),
      hiddenFields: z.array(z.enum(hideableFields)).describe('Fields that the reports of the factory hide.'),
      accounts: z.int().nonnegative().describe('Number of accounts that the factory watches.'),
      posts: z.int().nonnegative().describe('Number of posts that the factory has found.'),
      limitReached: z
        .boolean()
        .describe(`true if the factory has ${maxPosts.ofFactory} posts. The service then finds no more posts.`),
      views: sumOfCounts().nullable().describe('Sum of the last known views of its posts; null if no views are known.'),
      viewDefinitions: mixedDefinitions(),
      lastScannedAt: instant().nullable().describe('Time of the latest scan; null before the first one.'),
      createdAt: instant(),
    })
    .meta({ id: 'Factory' }),
);
export type FactoryView = z.output<ReturnType<typeof factory>>;

/** How often a day a post is scanned: 2.4 at an interval of ten hours. */
export const scansPerDay = (hours: IntervalHours): number => 24 / hours;
