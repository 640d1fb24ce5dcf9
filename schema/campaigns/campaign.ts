import * as z from 'zod';
import { engagement, sumOfCounts } from '../metrics/engagement.ts';
import { mixedDefinitions } from '../metrics/view-definition.ts';
import { platforms } from '../shared/enums.ts';
import { id, version } from '../shared/ids.ts';
import { instant, instantInput } from '../shared/instants.ts';
import { language } from '../shared/language.ts';
import { lazy } from '../shared/lazy.ts';
import { list } from '../shared/lists.ts';
import { money, priceCents } from '../shared/money.ts';
import { words } from '../shared/text.ts';
import {
  campaignActions,
  campaignBriefLength,
  campaignStatuses,
  campaignTitleLength,
  maxRequirementWords,
  pauseReasons,
  requirementNotesLength,
} from './campaign-terms.ts';

const requirementsInput = lazy(() =>
  z
    .strictObject({
      minSeconds: z.int().min(1).max(86_400).nullish().describe('Minimum duration of a post, in seconds.'),
      hashtags: list(words(100), maxRequirementWords).optional().describe('Hashtags that a post must have.'),
      mentions: list(words(100), maxRequirementWords).optional().describe('Accounts that a post must mention.'),
      languages: list(language(), maxRequirementWords).optional().describe('Languages of a post, as BCP 47 tags.'),
      notes: words(requirementNotesLength).nullish().describe('Other requirements.'),
    })
    .describe(
      'The advertiser checks the requirements before it decides about a post. An update replaces only the given fields. null removes ' +
        'minSeconds or notes; an empty list removes the others.',
    ),
);

export const requirements = lazy(() =>
  z
    .strictObject({
      minSeconds: z.int().optional().describe('Minimum duration of a post, in seconds.'),
      hashtags: z.array(z.string()).describe('Hashtags that a post must have.'),
      mentions: z.array(z.string()).describe('Accounts that a post must mention.'),
      languages: z.array(z.string()).describe('Languages of a post, as BCP 47 tags.'),
      notes: z.string().optional().describe('Other requirements, in the words of the advertiser.'),
    })
    .meta({ id: 'CampaignRequirements' }),
);

export type Requirements = z.output<ReturnType<typeof requirements>>;

const paymentInput = lazy(() =>
  z
    .discriminatedUnion('model', [
      z.strictObject({
        model: z.literal('CPM').describe('Pays by view.'),
        cpmCents: priceCents().describe('Cents for each 1,000 views.'),
      }),
      z.strictObject({
        model: z.literal('FIXED').describe('Pays by accepted post.'),
        rewardCents: priceCents().describe('Cents for each accepted post.'),
      }),
    ])
    .describe('CPM pays by view, and FIXED pays a reward for each accepted post.'),
);

export const payment = lazy(() =>
  z.discriminatedUnion('model', [
    z.strictObject({
      model: z.literal('CPM').describe('Pays by view.'),
      cpm: money().describe('USD for each 1,000 views.'),
    }),
    z.strictObject({
      model: z.literal('FIXED').describe('Pays by accepted post.'),
      reward: money().describe('USD for each accepted post.'),
    }),
  ]),
);

const fields = lazy(() => ({
  title: words(campaignTitleLength),
  brief: words(campaignBriefLength),
  platforms: z
    .array(z.enum(platforms))
    .min(1)
    .max(platforms.length)
    .describe('Platforms whose posts are paid. CPM excludes TWITCH, KICK and X.'),
  payment: paymentInput(),
  maxPerPostCents: priceCents().nullish().describe('Maximum that one post can earn, in cents. Only with CPM.'),
  budgetCents: priceCents().describe('Budget in cents of USD. The start reserves the same amount of USDT.'),
  requirements: requirementsInput().optional(),
  endsAt: instantInput().nullish(),
}));

export const campaignInput = lazy(() => z.strictObject(fields()));
export type CampaignInput = z.output<ReturnType<typeof campaignInput>>;

export const campaignChanges = lazy(() =>
  z.strictObject({ expectedVersion: version(), ...z.object(fields()).partial().shape }),
);
export type CampaignChanges = z.output<ReturnType<typeof campaignChanges>>;

export const postCounts = lazy(() =>
  z.strictObject({
    total: z.int().describe('All submitted posts.'),
    onModeration: z.int().describe('Posts that wait for a decision.'),
    accepted: z.int().describe('Accepted posts.'),
    rejected: z.int().describe('Rejected posts.'),
    unavailable: z.int().describe('Posts that their platform does not show, or does not show to everyone.'),
  }),
);

export const campaign = lazy(() =>
  z
    .strictObject({
      id: id().describe('Id of the campaign.'),
      version: version(),
      status: z.enum(campaignStatuses),
      pauseReason: z.enum(pauseReasons).nullable().describe('null unless the campaign is PAUSED.'),
      title: z.string(),
      brief: z.string(),
      platforms: z.array(z.enum(platforms)).describe('Platforms whose posts are paid.'),
      payment: payment().describe('What creators get. Castline deducts no fee.'),
      maxPerPost: money().nullable().describe('Maximum that one post can earn, in USD; null without a maximum.'),
      budget: money().describe('Maximum that all posts can earn, in USD.'),
      requirements: requirements().describe('What a post must meet; the advertiser checks it.'),
      endsAt: instant().nullable().describe('The service ends the campaign at this time; null: no end time.'),
      spent: money().describe('What its posts have earned, in USD.'),
      paid: money().describe('The part of `spent` that was paid to creators, in USD.'),
      posts: postCounts().describe('Submitted posts by status.'),
      creators: z.int().nonnegative().describe('Creators who have submitted a post.'),
      totalViews: sumOfCounts()
        .nullable()
        .describe('Sum of the last known views of all posts, whatever their status; null if none are known.'),
      viewsUpdatedAt: instant().nullable().describe('Time of the oldest measurement in totalViews.'),
      viewDefinitions: mixedDefinitions(),
      engagement: engagement(),
      allowedActions: z.array(z.enum(campaignActions)),
      createdAt: instant(),
      startedAt: instant().nullable().describe('When it was started; null for a draft.'),
      endedAt: instant().nullable().describe('When it was completed or cancelled; null before.'),
      updatedAt: instant(),
    })
    .meta({ id: 'Campaign' }),
);
export type CampaignView = z.output<ReturnType<typeof campaign>>;
