import * as z from 'zod';
import { counterReasons } from '../metrics/counter-reasons.ts';
import { engagement, sumOfCounts } from '../metrics/engagement.ts';
import { mediaTypes } from '../metrics/readings.ts';
import { mixedDefinitions, viewDefinition } from '../metrics/view-definition.ts';
import { platforms } from '../shared/enums.ts';
import { id, uuid } from '../shared/ids.ts';
import { instant } from '../shared/instants.ts';
import { lazy } from '../shared/lazy.ts';
import { money } from '../shared/money.ts';
import {
  earningKinds,
  earningLimits,
  postActions,
  postFlags,
  postStatuses,
  rejectionReasons,
} from './campaign-terms.ts';

const postFields = lazy(() => ({
  id: id().describe('Id of the post in this service.'),
  campaignId: id().describe('Id of the campaign.'),
  campaignTitle: z.string().describe('Name of the campaign.'),
  socialAccountId: id().describe('The account that published the post.'),
  platform: z.enum(platforms),
  handle: z.string().describe('Name of the account at the platform.'),
  url: z.string().describe('Address of the post.'),
  contentId: z.string().describe('Id of the post at the platform.'),
  mediaType: z.enum(mediaTypes).nullable().describe('Kind of the post; null until the platform states it.'),
  status: z.enum(postStatuses),
  reason: z.enum(rejectionReasons).nullable().describe('Why the post was rejected; null unless it was.'),
  note: z.string().nullable().describe('Text of the advertiser about the rejection; null without one.'),
  views: sumOfCounts()
    .nullable()
    .describe(
      'Last known views. Null if no measurement has given views yet, if the last known views have become too old, and while you may not ' +
        'see them. `reasons` has the reason, if there is one.',
    ),
  reasons: counterReasons(
    (counter) => `Why the last measurement has no ${counter}, or why you may not see them.`,
  ).describe(
    'For each counter: why the last measurement has no value for it, or why you may not see it. A counter without such a reason is ' +
      'absent.',
  ),
  earned: money().describe('What the post has earned, in USD.'),
  submittedAt: instant(),
  publishedAt: instant().describe('When the platform published the post.'),
  decideBy: instant()
    .nullable()
    .describe('The service decides at the first measurement after this time. Null unless the status is ON_MODERATION.'),
  decidedAt: instant().nullable().describe('When the post was accepted, rejected or withdrawn.'),
  measuredAt: instant().nullable().describe('When `views` was measured.'),
  source: z.string().nullable(),
  viewDefinition: viewDefinition(),
  flags: z
    .array(
      z.strictObject({
        flag: z.enum(postFlags).describe('What is unusual.'),
        at: instant().describe('Time of the first such measurement.'),
      }),
    )
    .describe('Unusual measurements, the earliest first. A flag changes no earnings.'),
  engagement: engagement(),
  allowedActions: z
    .array(z.enum(postActions))
    .describe(
      'What the reader can do with the post now: its creator `withdraw`, the advertiser `accept` and `reject`.',
    ),
}));

/** A post as the advertiser of its campaign sees it. */
export const campaignPost = lazy(() => z.strictObject(postFields()).meta({ id: 'CampaignPost' }));
export type CampaignPostView = z.output<ReturnType<typeof campaignPost>>;

/** A post as its creator sees it. */
export const ownPost = lazy(() => {
  const { earned, ...fields } = postFields();
  return z
    .strictObject({ ...fields, earned, paid: money().describe('The part of `earned` that was paid, in USD.') })
    .meta({ id: 'OwnPost' });
});
export type OwnPostView = z.output<ReturnType<typeof ownPost>>;

export const postSummary = lazy(() =>
  z
    .strictObject({
      total: z.int().nonnegative().describe('Posts that match the filters.'),
      onModeration: z.int().nonnegative().describe('Those of them that are on moderation.'),
      earned: money().describe('What they have earned, in USD.'),
    })
    .describe('Sums over all posts that match the filters, not only those of the page.'),
);

export type PostSummaryView = z.output<ReturnType<typeof postSummary>>;

export const postEarning = lazy(() =>
  z
    .strictObject({
      id: id().describe('Id of the line.'),
      at: instant(),
      kind: z.enum(earningKinds),
      views: sumOfCounts()
        .nullable()
        .describe(
          'Views that a CPM accrual counts. Null for payouts and rewards, for deleted views, and while you may not see the views.',
        ),
      amount: money().describe(
        'ACCRUAL: amount that the post earned. PAYOUT: amount that was paid to the creator. In USD.',
      ),
      earnedAfter: money().describe('Sum of the accruals of the post so far, in USD.'),
      limitedBy: z
        .enum(earningLimits)
        .nullable()
        .describe('Why the accrual is lower than its views are worth; null if no limit applied.'),
      measuredAt: instant().nullable().describe('When the views were measured.'),
    })
    .meta({ id: 'PostEarning' }),
);
export type PostEarningView = z.output<ReturnType<typeof postEarning>>;

export const campaignCreator = lazy(() =>
  z
    .strictObject({
      id: id().describe('Id of the account.'),
      socialAccountId: id().describe('The account; the same as id.'),
      platform: z.enum(platforms),
      handle: z.string().describe('Name of the account at the platform.'),
      avatarUrl: z.string().nullable().describe('Address of the stored picture; null without one.'),
      creatorPublicId: uuid().nullable().describe('publicId of the page of the creator; null unless it is published.'),
      posts: z.int().nonnegative().describe('Posts of the account in the campaign.'),
      acceptedPosts: z.int().nonnegative().describe('Those of them that are accepted.'),
      totalViews: sumOfCounts()
        .nullable()
        .describe('Sum of the last known views of all its posts; null if none are known.'),
      viewsUpdatedAt: instant().nullable().describe('Time of the oldest measurement in totalViews.'),
      viewDefinitions: mixedDefinitions(),
      earned: money().describe('What its posts have earned, in USD.'),
      engagement: engagement(),
    })
    .meta({ id: 'CampaignCreator' }),
);
export type CampaignCreatorView = z.output<ReturnType<typeof campaignCreator>>;
