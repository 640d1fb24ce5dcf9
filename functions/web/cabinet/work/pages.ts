import type { PageTable } from '../page.ts';

export const workPages: PageTable = {
  '/cabinet/work': () => import('./work-list-page.tsx'),
  '/cabinet/work/:id': () => import('./work-page.tsx'),
  '/cabinet/work/:id/files/:uploadId': () => import('./proof-file.ts'),
};
