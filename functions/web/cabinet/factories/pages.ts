import type { PageTable } from '../page.ts';

const one = '/cabinet/factories/:id';

export const factoryPages: PageTable = {
  '/cabinet/factories': () => import('./list-page.tsx'),
  '/cabinet/factories/credits': () => import('./credits-page.tsx'),
  '/cabinet/factories/credits/purchase': () => import('./purchase-page.tsx'),
  [one]: () => import('./factory-page.tsx'),
  [`${one}/posts.csv`]: () => import('./posts-csv.ts'),
  [`${one}/accounts.csv`]: () => import('./accounts-csv.ts'),
  [`${one}/accounts`]: () => import('./accounts-page.tsx'),
  [`${one}/accounts/:accountId`]: () => import('./account-page.tsx'),
  [`${one}/posts`]: () => import('./posts-page.tsx'),
  [`${one}/tags`]: () => import('./tags-page.tsx'),
  [`${one}/credits`]: () => import('./factory-credits-page.tsx'),
  [`${one}/settings`]: () => import('./settings-page.tsx'),
  [`${one}/share-links`]: () => import('./share-links-page.tsx'),
  [`${one}/preview/:hidden`]: () => import('./preview-page.tsx'),
};
