import type { Platform } from '../shared/enums.ts';

/** The platform that has stories, and their content ids: a long number. Those of its other posts contain letters, or are shorter. */
export const stories = { platform: 'INSTAGRAM', contentId: /^\d{15,25}$/ } as const;

/** Whether the content id is that of a story. */
export const isStory = (platform: Platform, contentId: string): boolean =>
  platform === stories.platform && stories.contentId.test(contentId);
