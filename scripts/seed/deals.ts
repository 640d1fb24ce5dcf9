import type { Platform } from '../../schema/shared/enums.ts';

export type Step = 'order' | 'accept' | 'decline' | 'submit' | 'request-changes' | 'approve' | 'issues';

/** A purchase of the demo advertiser, and its steps. */
export interface Deal {
  /** The handle of the creator, who sells the first service of this channel. */
  readonly handle: string;
  readonly platform: Platform;
  readonly brief: string;
  /** The URL of the published post. */
  readonly post: string;
  /** The age of each step in days. */
  readonly steps: readonly (readonly [daysAgo: number, step: Step])[];
}

/**
 * One deal of each kind: paid, changed, approved automatically, declined, expired, disputed, in progress, and waiting
 * for one of the parties.
 */
export const deals: readonly Deal[] = [
  {
    handle: 'mayarivers',
    platform: 'YOUTUBE',
    brief:
      'Play the first hour of Meadowlight and say what you liked. The link to the store comes first in the description.',
    post: 'https://www.youtube.com/watch?v=m3adow1ight',
    steps: [
      [40, 'order'],
      [39, 'accept'],
      [31, 'submit'],
      [30, 'approve'],
    ],
  },
  {
    handle: 'mayarivers',
    platform: 'TWITCH',
    brief: 'Mention the autumn update of Meadowlight at the start of a stream, with the trailer on screen.',
    post: 'https://www.twitch.tv/videos/2298100417',
    steps: [
      [33, 'order'],
      [32, 'accept'],
      [26, 'submit'],
      [25, 'request-changes'],
      [24, 'submit'],
      [23, 'approve'],
    ],
  },
  {
    handle: 'nikhilbuilds',
    platform: 'YOUTUBE',
    brief: 'Show how Meadowlight runs on a quiet computer of yours, for about a minute.',
    post: 'https://www.youtube.com/watch?v=qu1etbuild5',
    steps: [
      [30, 'order'],
      [29, 'accept'],
      [20, 'submit'],
    ],
  },
  {
    handle: 'aikodraws',
    platform: 'YOUTUBE',
    brief: 'Paint a scene of Meadowlight while you talk about it.',
    post: '',
    steps: [
      [21, 'order'],
      [20, 'decline'],
    ],
  },
  {
    handle: 'leafontaine',
    platform: 'TIKTOK',
    brief: 'A short about the character editor of Meadowlight.',
    post: '',
    steps: [[18, 'order']],
  },
  {
    handle: 'leafontaine',
    platform: 'INSTAGRAM',
    brief: 'A story about the portrait mode of Meadowlight, with the link to the store for a day.',
    post: 'https://www.instagram.com/p/DR0portrait/',
    steps: [
      [16, 'order'],
      [15, 'accept'],
      [6, 'submit'],
      [4, 'issues'],
    ],
  },
  {
    handle: 'diegosalas',
    platform: 'YOUTUBE',
    brief: 'A first look at the speedrun mode of Meadowlight.',
    post: 'https://www.youtube.com/watch?v=sp33drun0ne',
    steps: [
      [12, 'order'],
      [11, 'accept'],
      [3, 'submit'],
    ],
  },
  {
    handle: 'mayarivers',
    platform: 'TWITCH',
    brief: 'Mention the winter event of Meadowlight in the week before it begins.',
    post: '',
    steps: [
      [9, 'order'],
      [8, 'accept'],
    ],
  },
  {
    handle: 'mayarivers',
    platform: 'YOUTUBE',
    brief: 'A minute about the winter event of Meadowlight in your next video.',
    post: '',
    steps: [[1, 'order']],
  },
];
