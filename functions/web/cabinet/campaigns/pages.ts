import type { PageTable } from '../page.ts';

const one = '/cabinet/campaigns/:id';

export const campaignPages: PageTable = {
  '/cabinet/campaigns': () => import('./list-page.tsx'),
  '/cabinet/campaigns/new': () => import('./new-page.tsx'),
  [one]: () => import('./campaign-page.tsx'),
  [`${one}/edit`]: () => import('./edit-page.tsx'),
  [`${one}/posts`]: () => import('./posts-page.tsx'),
  [`${one}/posts/:postId`]: () => import('./post-page.tsx'),
  [`${one}/posts/:postId/proofs`]: () => import('./proofs-page.tsx'),
  [`${one}/posts/:postId/proofs/:proofId`]: () => import('./proof-image.ts'),
  [`${one}/creators`]: () => import('./creators-page.tsx'),
  [`${one}/links`]: () => import('./links-page.tsx'),
  [`${one}/links/:linkId/qr`]: () => import('./link-qr.ts'),
  [`${one}/proofs.zip`]: () => import('./proofs-zip.ts'),
};
