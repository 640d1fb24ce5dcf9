import type { Platform } from '../shared/enums.ts';

/** Whether the content id is that of a story: a long number. Those of Instagram's other posts contain letters, or are shorter. */
export const isStory = (platform: Platform, contentId: string): boolean =>
  platform === 'INSTAGRAM' && /^\d{15,25}$/.test(contentId);
