import type { PageTable } from '../page.ts';

export const staffPages: PageTable = {
  '/cabinet/staff': () => import('./staff-page.tsx'),
  '/cabinet/staff/disputes': () => import('./disputes-page.tsx'),
  '/cabinet/staff/disputes/:id': () => import('./case-page.tsx'),
  '/cabinet/staff/ownership': () => import('./ownership-page.tsx'),
  '/cabinet/staff/ownership/:channelId': () => import('./ownership-review-page.tsx'),
};
