import type { Platform } from '../../schema/shared/enums.ts';

/** The account of a creator. */
export interface SeededAccount {
  readonly handle: string;
  readonly platform: Extract<Platform, 'YOUTUBE' | 'TIKTOK' | 'INSTAGRAM'>;
}

/** A post of a creator in a campaign. */
export interface SeededPost extends SeededAccount {
  readonly contentId: string;
  readonly title: string;
  /** The views on the day of publication and on each day after it; the last ones stay. */
  readonly views: readonly [number, ...number[]];
  /** It is submitted on the same day. */
  readonly publishedDaysAgo: number;
  /** Without a decision the service decides after seven days. */
  readonly acceptedDaysAgo?: number;
  readonly rejected?: { readonly daysAgo: number; readonly reason: string; readonly note: string };
  /** The creator hides the post then. */
  readonly hiddenDaysAgo?: number;
  /** Staff adds a screenshot of the post, which shows its views of that day. */
  readonly provenDaysAgo?: number;
}

/** A tracking link of a campaign. */
export interface SeededLink {
  readonly label: string;
  readonly destinationUrl: string;
  readonly madeDaysAgo: number;
  /** Of a creator who has taken the offer. */
  readonly account?: SeededAccount;
  readonly visitorsPerDay: number;
}

/** A campaign of the demo advertiser. The title identifies it. */
export interface SeededCampaign {
  readonly terms: { readonly title: string } & Readonly<Record<string, unknown>>;
  readonly startedDaysAgo: number;
  readonly completedDaysAgo?: number;
  readonly posts: readonly SeededPost[];
  readonly links: readonly SeededLink[];
}

const store = 'https://northwind.example/meadowlight';

/** Posts are measured on each of the last days, while campaigns pay by views, and on every third day before. */
export const measuredDays = 6;

/**
 * One is completed and paid, one is paused because its budget is exhausted, and one runs and has posts in all states. Each step is on a day on
 * which posts are measured.
 */
export const campaigns: readonly SeededCampaign[] = [
  {
    terms: {
      title: 'Draw Meadowlight',
      brief: 'Draw or film a scene of Meadowlight, and say which one it is.',
      platforms: ['YOUTUBE', 'TIKTOK'],
      payment: { model: 'FIXED', rewardCents: '4000' },
      budgetCents: '20000',
      requirements: { minSeconds: 20, hashtags: ['meadowlight'] },
    },
    startedDaysAgo: 18,
    completedDaysAgo: 6,
    posts: [
      {
        ...{
          handle: 'aikodraws',
          platform: 'YOUTUBE',
          contentId: 'm1llp0ndxyz',
          title: 'The mill pond, in watercolour',
        },
        ...{ views: [900, 3_100, 4_600, 5_400, 5_900, 6_200], publishedDaysAgo: 18, acceptedDaysAgo: 15 },
      },
      {
        ...{ handle: 'mayarivers', platform: 'YOUTUBE', contentId: 'c0zyh0ur001', title: 'An hour without the game' },
        ...{ views: [1_300], publishedDaysAgo: 18 },
        rejected: { daysAgo: 15, reason: 'CRITERIA_NOT_MET', note: 'The video does not show Meadowlight.' },
      },
      // The service decides about the next two: the first after seven days, the second at the end of the campaign.
      {
        ...{
          handle: 'leafontaine',
          platform: 'TIKTOK',
          contentId: '7412093388104512777',
          title: 'A look from the orchard',
        },
        ...{ views: [4_200, 12_800, 17_100, 19_600, 21_000], publishedDaysAgo: 18 },
      },
      {
        ...{
          handle: 'aikodraws',
          platform: 'YOUTUBE',
          contentId: 'l4nternfest',
          title: 'The lantern festival, in pencil',
        },
        ...{ views: [1_100, 3_900, 5_800], publishedDaysAgo: 12 },
      },
    ],
    links: [{ label: 'All posts', destinationUrl: `${store}?from=draw`, madeDaysAgo: 18, visitorsPerDay: 5 }],
  },
  {
    terms: {
      title: 'Meadowlight on the desktop',
      brief: 'Show how Meadowlight runs on your computer, with the settings on screen.',
      platforms: ['YOUTUBE'],
      payment: { model: 'CPM', cpmCents: '600' },
      budgetCents: '15000',
      requirements: { minSeconds: 60, mentions: ['@northwindstudio'] },
    },
    startedDaysAgo: 6,
    posts: [
      {
        ...{
          handle: 'nikhilbuilds',
          platform: 'YOUTUBE',
          contentId: 'fanl3ssfarm',
          title: 'A farm on a fanless computer',
        },
        ...{ views: [3_000, 9_000, 13_000, 15_500, 17_000], publishedDaysAgo: 6, acceptedDaysAgo: 5 },
      },
      {
        ...{ handle: 'diegosalas', platform: 'YOUTUBE', contentId: 'old1aptop99', title: 'A laptop of 2012' },
        ...{ views: [2_200, 6_500, 9_900, 11_800], publishedDaysAgo: 6, acceptedDaysAgo: 5 },
      },
    ],
    links: [
      {
        ...{ label: 'Nikhil', destinationUrl: `${store}?from=desktop`, madeDaysAgo: 6, visitorsPerDay: 3 },
        account: { handle: 'nikhilbuilds', platform: 'YOUTUBE' },
      },
    ],
  },
  {
    terms: {
      title: 'Meadowlight: the winter event',
      brief: 'Play the winter event of Meadowlight, and show the link to the store for ten seconds.',
      platforms: ['YOUTUBE', 'TIKTOK', 'INSTAGRAM'],
      payment: { model: 'CPM', cpmCents: '400' },
      maxPerPostCents: '14000',
      budgetCents: '80000',
      requirements: {
        minSeconds: 30,
        hashtags: ['meadowlight', 'ad'],
        notes: 'Please answer questions in the comments.',
      },
    },
    startedDaysAgo: 6,
    posts: [
      {
        ...{
          handle: 'mayarivers',
          platform: 'YOUTUBE',
          contentId: 'sn0wymorn1n',
          title: 'A snowy morning on the farm',
        },
        ...{
          views: [2_100, 9_800, 15_600, 19_900, 22_400, 24_000],
          publishedDaysAgo: 6,
          acceptedDaysAgo: 5,
        },
      },
      {
        ...{ handle: 'leafontaine', platform: 'TIKTOK', contentId: '7414990127730014469', title: 'Winter colours' },
        ...{ views: [6_400, 18_900, 26_300, 30_800, 33_900, 36_000], publishedDaysAgo: 6, acceptedDaysAgo: 5 },
      },
      {
        ...{ handle: 'mayarivers', platform: 'INSTAGRAM', contentId: 'DRw1nterFarm', title: 'The farm at sunset' },
        ...{
          views: [7_900, 13_600, 16_900, 18_400, 19_300],
          publishedDaysAgo: 6,
          acceptedDaysAgo: 5,
          provenDaysAgo: 3,
        },
      },
      {
        ...{
          handle: 'nikhilbuilds',
          platform: 'YOUTUBE',
          contentId: 'serv3rfarm5',
          title: 'Two farms on one home server',
        },
        ...{ views: [1_700, 5_200], publishedDaysAgo: 6, acceptedDaysAgo: 5, hiddenDaysAgo: 4 },
      },
      {
        ...{ handle: 'diegosalas', platform: 'YOUTUBE', contentId: 'any1ceport5', title: 'Any% of the winter event' },
        ...{ views: [1_200, 31_000], publishedDaysAgo: 5 },
        rejected: {
          daysAgo: 3,
          reason: 'NON_ORGANIC_VIEWS',
          note: 'The views have grown by a factor of 26 in one day.',
        },
      },
      {
        ...{ handle: 'aikodraws', platform: 'YOUTUBE', contentId: 'fr0stl4ke00', title: 'The frozen lake, in ink' },
        ...{ views: [800, 2_600], publishedDaysAgo: 2 },
      },
      {
        ...{ handle: 'mayarivers', platform: 'YOUTUBE', contentId: 'sn0wballf1g', title: 'A snowball fight with chat' },
        ...{ views: [1_900], publishedDaysAgo: 1 },
      },
    ],
    links: [
      { label: 'Newsletter', destinationUrl: `${store}?from=winter`, madeDaysAgo: 6, visitorsPerDay: 2 },
      {
        ...{ label: 'Maya', destinationUrl: `${store}?from=winter-maya`, madeDaysAgo: 6, visitorsPerDay: 6 },
        account: { handle: 'mayarivers', platform: 'YOUTUBE' },
      },
      {
        ...{ label: 'Léa', destinationUrl: `${store}?from=winter-lea`, madeDaysAgo: 6, visitorsPerDay: 4 },
        account: { handle: 'leafontaine', platform: 'TIKTOK' },
      },
    ],
  },
];
