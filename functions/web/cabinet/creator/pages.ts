import type { PageTable } from '../page.ts';

/** The pages of a creator, without those of assignments. */
export const creatorPages: PageTable = {
  '/cabinet/page': () => import('./page/profile-page.tsx'),
  '/cabinet/page/portfolio': () => import('./page/portfolio-page.tsx'),
  '/cabinet/page/visits': () => import('./page/visits-page.tsx'),
  '/cabinet/channels': () => import('./channels/channels-page.tsx'),
  '/cabinet/channels/:id/prices': () => import('./channels/prices-page.tsx'),
  '/cabinet/channels/:id/ownership': () => import('./channels/ownership-page.tsx'),
  '/cabinet/accounts': () => import('./accounts/accounts-page.tsx'),
  '/cabinet/accounts/:id': () => import('./accounts/account-page.tsx'),
  '/cabinet/offers': () => import('./posts/offers-page.tsx'),
  '/cabinet/offers/:id': () => import('./posts/offer-page.tsx'),
  '/cabinet/posts': () => import('./posts/posts-page.tsx'),
  '/cabinet/posts/:id': () => import('./posts/post-page.tsx'),
  '/cabinet/posts/:id/proofs': () => import('./posts/proofs-page.tsx'),
  '/cabinet/posts/:id/proofs/:proofId': () => import('./posts/proof-image.ts'),
};
