import * as z from 'zod';
import { engagement, sumOfCounts } from '../metrics/engagement.ts';
import { maxCreators, periodLimit } from '../metrics/placement-analytics.ts';
import { mixedDefinitions } from '../metrics/view-definition.ts';
import { platforms } from '../shared/enums.ts';
import { pathId } from '../shared/ids.ts';
import { instant, periodQuery } from '../shared/instants.ts';
import { lazy } from '../shared/lazy.ts';
import { money } from '../shared/money.ts';
import { declare } from '../shared/operation.ts';
import { dataOf } from '../shared/page.ts';
import { postCounts } from './campaign.ts';
import { partyRead } from './operation-parts.ts';
import { campaignCreator } from './posts.ts';

const count = lazy(() => z.int().nonnegative());
const totalViews = lazy(() =>
  sumOfCounts()
    .nullable()
    .describe(
      'Sum of the last known views of all posts, whatever their status, each counted once however often it was submitted; null if none are known.',
    ),
);

const viewsUpdatedAt = lazy(() => instant().nullable().describe('Time of the oldest measurement in totalViews.'));

const totals = lazy(() =>
  z.strictObject({
    budget: money().describe('In USD.'),
    spent: money().describe('What posts have earned, in USD.'),
    paid: money().describe('The part of `spent` that was paid to creators, in USD.'),
    posts: postCounts().describe('Number of posts by status.'),
    creators: count().describe('Creators who have submitted posts.'),
    totalViews: totalViews(),
    viewsUpdatedAt: viewsUpdatedAt(),
    viewDefinitions: mixedDefinitions(),
    clicks: count().describe('Clicks on all tracking links.'),
    uniqueClicks: count().describe('Sum of `uniqueClicks` of all tracking links: a visitor of two links counts twice.'),
    costPerThousandViews: money()
      .nullable()
      .describe(
        '1,000 x spent / engagement.views in USD, rounded half up. Null if engagement.views is 0, if engagement does not count an ' +
          'accepted post or its newest views, or if a post is UNAVAILABLE.',
      ),
  }),
);

const platformRow = lazy(() =>
  z.strictObject({
    platform: z.enum(platforms),
    posts: postCounts().describe('Number of posts by status.'),
    totalViews: totalViews(),
    viewsUpdatedAt: viewsUpdatedAt(),
    viewDefinitions: mixedDefinitions(),
    earned: money().describe('What the posts at this platform have earned, in USD.'),
    engagement: engagement(),
  }),
);

const added = (what: string) =>
  z
    .int()
    .nullable()
    .describe(
      `${what} that accepted videos gained on that day; null if none of them was measured on that day and the day before. Negative if ` +
        'the platform lowered its counter.',
    );

const dayRow = lazy(() =>
  z.strictObject({
    date: z.iso.date().describe('Day in UTC.'),
    submitted: count().describe('Posts submitted on that day.'),
    accepted: count().describe('Posts accepted on that day.'),
    spent: money().describe('What posts have earned on that day, in USD.'),
    views: added('Views'),
    likes: added('Likes'),
    comments: added('Comments'),
    clicks: count().describe('Clicks on tracking links on that day.'),
  }),
);

const analytics = lazy(() =>
  z
    .strictObject({
      totals: totals().describe('Sums of the whole campaign.'),
      byPlatform: z.array(platformRow()).describe('One row for each platform with posts.'),
      byCreator: z
        .array(campaignCreator())
        .max(maxCreators)
        .describe(`The first ${maxCreators} accounts of \`GET /campaigns/{id}/creators\`.`),
      series: z.array(dayRow()).describe('One row for each day of the period.'),
      engagement: engagement(),
    })
    .meta({ id: 'CampaignAnalytics' }),
);
export type CampaignAnalytics = z.output<ReturnType<typeof analytics>>;

export const ReadCampaignAnalytics = declare({
  ...partyRead,
  name: 'ReadCampaignAnalytics',
  path: '/analytics/campaigns/{id}',
  role: 'ADVERTISER',
  tag: 'Analytics',
  summary: 'Get the metrics of a campaign',
  description:
    `Reports on the whole campaign. \`from\` and \`to\` limit only the series. By default they cover the last ${periodLimit.days} ` +
    `days. A period has at most ${periodLimit.maxDays} days, \`to\` included. Engagement covers accepted video posts. Posts without a ` +
    'measurement do not count as zeros: the sums leave them out, and the coverage shows how many are missing. The sums also leave out metrics that ' +
    'are older than the terms of the platform allow, and metrics that only the creator may see.',
  params: () => z.object({ id: pathId() }),
  query: () => z.object(periodQuery()),
  answer: () => dataOf(analytics()),
  errors: [],
});
