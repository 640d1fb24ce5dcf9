import type { PageTable } from '../page.ts';

export const staffPages: PageTable = {
  '/cabinet/staff': () => import('./staff-page.tsx'),
  '/cabinet/staff/disputes': () => import('./disputes-page.tsx'),
  '/cabinet/staff/disputes/:id': () => import('./case-page.tsx'),
  '/cabinet/staff/disputes/:id/files/:uploadId': () => import('./case-file.ts'),
  '/cabinet/staff/ownership': () => import('./ownership-page.tsx'),
  '/cabinet/staff/ownership/:channelId': () => import('./ownership-review-page.tsx'),
  '/cabinet/staff/ownership/:channelId/files/:uploadId': () => import('./evidence-file.ts'),
  '/cabinet/staff/recordings': () => import('./recordings-page.tsx'),
  '/cabinet/staff/recordings/:id': () => import('./recording-page.tsx'),
  '/cabinet/staff/recordings/:id/file': () => import('./recording-file.ts'),
  '/cabinet/staff/users': () => import('./users-page.tsx'),
  '/cabinet/staff/users/:id': () => import('./user-page.tsx'),
  '/cabinet/staff/users/:id/payment': () => import('./payment-page.tsx'),
  '/cabinet/staff/posts': () => import('./posts-page.tsx'),
  '/cabinet/staff/posts/:id': () => import('./post-page.tsx'),
  '/cabinet/staff/accounts/:id': () => import('./account-page.tsx'),
  '/cabinet/staff/factories': () => import('./factory-page.tsx'),
  '/cabinet/staff/controls': () => import('./controls-page.tsx'),
  '/cabinet/staff/audit': () => import('./audit-page.tsx'),
  '/cabinet/staff/status': () => import('./status-page.tsx'),
};
