/** A channel of YouTube that a factory of the demo advertiser watches. It is of nobody in the market. */
export interface SeededWatch {
  readonly handle: string;
  readonly tag: string;
  /** Titles of its posts, the latest first. */
  readonly titles: readonly string[];
  /** Days between two posts. */
  readonly everyDays: number;
  /** The views that a post reaches; other posts of the account reach between a half and all of them. */
  readonly peakViews: number;
  /** The author hides the likes. */
  readonly hidesLikes?: boolean;
}

/** A content factory of the demo advertiser. The name identifies it. */
export interface SeededFactory {
  readonly settings: { readonly name: string; readonly intervalHours: number; readonly trackingDays: number };
  readonly accounts: readonly SeededWatch[];
}

/** The factories have so many days of history. */
export const watchedDays = 30;

/** The label of the share link that the first factory has. */
export const reportLabel = 'Demo report';

/** One watches others, the other one the channels of the advertiser. */
export const factories: readonly SeededFactory[] = [
  {
    settings: { name: 'Farming games on YouTube', intervalHours: 12, trackingDays: 60 },
    accounts: [
      {
        ...{ handle: 'cozyharvest', tag: 'Reviews', everyDays: 6, peakViews: 48_000 },
        titles: [
          'Ten quiet farming games for the winter #cozygames',
          'Meadowlight after a hundred hours #cozygames',
          'Which farm runs best on a handheld?',
          'The economy of a virtual orchard',
          'Five festivals worth a detour #cozygames',
          'How small can a farming game be?',
        ],
      },
      {
        ...{ handle: 'tractorlab', tag: 'Tutorials', everyDays: 9, peakViews: 21_000 },
        titles: [
          'Irrigation without a single sprinkler #farmtips',
          'A greenhouse layout for beginners #farmtips',
          'Bees, honey and what they pay',
          'The first spring, day by day #farmtips',
        ],
      },
      {
        ...{
          platform: 'YOUTUBE',
          handle: 'pixelpasture',
          tag: 'Reviews',
          everyDays: 11,
          peakViews: 9_500,
          hidesLikes: true,
        },
        titles: ['Pixel cows, ranked', 'A barn in sixteen colours', 'The quietest game of the year #cozygames'],
      },
    ],
  },
  {
    settings: { name: 'News of the studio', intervalHours: 24, trackingDays: 30 },
    accounts: [
      {
        ...{ handle: 'northwindstudio', tag: 'Own', everyDays: 13, peakViews: 15_500 },
        titles: ['Meadowlight: the winter event, trailer', 'A letter from the developers', 'Patch 1.4 in two minutes'],
      },
      {
        ...{ handle: 'northwindgames', tag: 'Own', everyDays: 7, peakViews: 6_400 },
        titles: [
          'The winter event starts on Friday. #meadowlight',
          'Patch 1.4 is out: fewer crashes, more bees.',
          'We are at the autumn fair, hall 3.',
          'Thank you for 100,000 farms! #meadowlight',
        ],
      },
    ],
  },
];
