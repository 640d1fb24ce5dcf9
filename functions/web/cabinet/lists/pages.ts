import type { PageTable } from '../page.ts';

export const listPages: PageTable = {
  '/cabinet/lists': () => import('./lists-page.tsx'),
  '/cabinet/lists/:id': () => import('./list-page.tsx'),
  '/cabinet/compare': () => import('./compare-page.tsx'),
};
