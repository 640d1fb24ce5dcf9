import type { PageTable } from '../page.ts';

export const walletPages: PageTable = {
  '/cabinet/wallet': () => import('./wallet-page.tsx'),
  '/cabinet/wallet/statement': () => import('./statement.ts'),
};
