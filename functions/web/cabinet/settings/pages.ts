import type { PageTable } from '../page.ts';

export const settingsPages: PageTable = {
  '/cabinet/settings': () => import('./profile-page.tsx'),
  '/cabinet/settings/keys': () => import('./keys-page.tsx'),
  '/cabinet/settings/requests': () => import('./requests-page.tsx'),
  '/cabinet/settings/webhooks': () => import('./webhooks-page.tsx'),
  '/cabinet/settings/webhooks/:id': () => import('./webhook-page.tsx'),
  '/cabinet/settings/webhooks/:id/deliveries/:deliveryId': () => import('./delivery-page.tsx'),
  '/cabinet/settings/notifications': () => import('./notifications-page.tsx'),
  '/cabinet/settings/security': () => import('./security-page.tsx'),
  '/cabinet/settings/deletion': () => import('./deletion-page.tsx'),
};
