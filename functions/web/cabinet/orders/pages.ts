import type { PageTable } from '../page.ts';

export const orderPages: PageTable = {
  '/cabinet/orders': () => import('./orders-page.tsx'),
  '/cabinet/orders/new': () => import('./new-page.tsx'),
  '/cabinet/orders/custom': () => import('./custom-page.tsx'),
  '/cabinet/orders/custom/:quoteId': () => import('./offer-page.tsx'),
  '/cabinet/orders/analytics': () => import('./analytics-page.tsx'),
  '/cabinet/orders/:id': () => import('./order-page.tsx'),
  '/cabinet/orders/:id/analytics': () => import('./order-analytics-page.tsx'),
  '/cabinet/orders/:id/edit': () => import('./edit-page.tsx'),
};
