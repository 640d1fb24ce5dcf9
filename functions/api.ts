import { lazy } from '../schema/lazy.ts';
import { accountRoutes } from './account/routes.ts';
import { analyticsRoutes } from './analytics/routes.ts';
import { apiKeyRoutes } from './api-keys/routes.ts';
import { assignmentRoutes } from './assignments/routes.ts';
import { channelRoutes } from './channels/routes.ts';
import { disputeRoutes } from './disputes/routes.ts';
import { createApp } from './edge-function.ts';
import type { Bindings } from './env.ts';
import type { Groups } from './groups.ts';
import type { ApiEnv, Execution } from './http/request-context.ts';
import { offerRoutes } from './offers/routes.ts';
import { orderRoutes } from './orders/routes.ts';
import { ownershipRoutes } from './ownership/routes.ts';
import { pricingRoutes } from './pricing/routes.ts';
import { profileRoutes } from './profile/routes.ts';
import { settingsReader } from './settings/index.ts';
import { keysRoutes } from './site/keys-routes.ts';
import { socialAccountRoutes } from './social-accounts/routes.ts';
import { staffRoutes } from './staff/routes.ts';
import { walletRoutes } from './wallet/routes.ts';
import { webhookRoutes } from './webhooks/routes.ts';

const groups: Groups<'api', ApiEnv> = {
  keyRevocation: keysRoutes,
  account: accountRoutes,
  apiKeys: apiKeyRoutes,
  profile: profileRoutes,
  socialAccounts: socialAccountRoutes,
  channels: channelRoutes,
  ownership: ownershipRoutes,
  pricing: pricingRoutes,
  orders: orderRoutes,
  offers: offerRoutes,
  assignments: assignmentRoutes,
  analytics: analyticsRoutes,
  wallet: walletRoutes,
  webhooks: webhookRoutes,
  disputes: disputeRoutes,
  staff: staffRoutes,
};
const app = lazy(() => createApp(groups, settingsReader('api')));

/** Everything that takes a key or a token. */
export default {
  fetch: (request: Request, bindings: Bindings, execution: Execution) => app().fetch(request, bindings, execution),
};
