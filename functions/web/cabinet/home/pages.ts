import type { PageTable } from '../page.ts';

export const homePages: PageTable = {
  '/cabinet': () => import('./home-page.tsx'),
  '/cabinet/welcome': () => import('./welcome-page.tsx'),
};
