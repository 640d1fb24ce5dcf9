import { lazy } from '../schema/shared/lazy.ts';
import { campaignAnalyticsRoutes } from './campaigns/analytics/routes.ts';
import { campaignRoutes } from './campaigns/campaigns/routes.ts';
import { campaignOfferRoutes } from './campaigns/offers/routes.ts';
import { campaignPostRoutes, ownPostRoutes } from './campaigns/posts/routes.ts';
import { campaignProofRoutes } from './campaigns/proofs/routes.ts';
import { trackingLinkRoutes } from './campaigns/tracking-links/routes.ts';
import { catalogReads } from './catalog/page-routes.ts';
import { channelRoutes } from './creators/channels/routes.ts';
import { ownershipRoutes } from './creators/ownership/routes.ts';
import { portfolioRoutes } from './creators/portfolio/routes.ts';
import { pricingRoutes } from './creators/pricing/routes.ts';
import { profileRoutes } from './creators/profile/routes.ts';
import { deskRoutes } from './desk/routes.ts';
import { createApp } from './edge-function.ts';
import type { Bindings } from './env.ts';
import { factoryRoutes } from './factories/routes.ts';
import type { Groups } from './groups.ts';
import { runsOf } from './http/page-call.ts';
import type { ApiEnv, Execution } from './http/request-context.ts';
import { accountRoutes } from './identity/account/routes.ts';
import { apiKeyRoutes } from './identity/api-keys/routes.ts';
import { staffRoutes } from './identity/staff/routes.ts';
import { analyticsRoutes } from './metrics/analytics/routes.ts';
import { webhookRoutes } from './notifications/webhooks/routes.ts';
import { overviewRoutes } from './overview/routes.ts';
import { assignmentRoutes } from './placements/assignments/routes.ts';
import { deliverableRoutes } from './placements/deliverables/routes.ts';
import { disputeRoutes } from './placements/disputes/routes.ts';
import { offerRoutes } from './placements/offers/routes.ts';
import { orderRoutes } from './placements/orders/routes.ts';
import { savedListRoutes } from './saved-lists/routes.ts';
import { settingsReader, signInAndStoreOrigins } from './settings/index.ts';
import { platformEventRoutes } from './social-accounts/platform-events-routes.ts';
import { socialAccountRoutes } from './social-accounts/routes.ts';
import { walletRoutes } from './wallet/routes.ts';
import { cabinetRoutes } from './web/cabinet/routes.ts';
import { connectionRoutes } from './web/site/connection-routes.ts';
import { deletionRoutes } from './web/site/deletion-routes.ts';
import { keysRoutes } from './web/site/keys-routes.ts';

const participants = {
  keyRevocation: keysRoutes,
  connections: connectionRoutes,
  deletions: deletionRoutes,
  platformEvents: platformEventRoutes,
  account: accountRoutes,
  overview: overviewRoutes,
  apiKeys: apiKeyRoutes,
  profile: profileRoutes,
  portfolio: portfolioRoutes,
  socialAccounts: socialAccountRoutes,
  channels: channelRoutes,
  ownership: ownershipRoutes,
  pricing: pricingRoutes,
  savedLists: savedListRoutes,
  orders: orderRoutes,
  offers: offerRoutes,
  assignments: assignmentRoutes,
  deliverables: deliverableRoutes,
  campaigns: campaignRoutes,
  campaignAnalytics: campaignAnalyticsRoutes,
  trackingLinks: trackingLinkRoutes,
  campaignOffers: campaignOfferRoutes,
  campaignPosts: campaignPostRoutes,
  ownPosts: ownPostRoutes,
  campaignProofs: campaignProofRoutes,
  factories: factoryRoutes,
  analytics: analyticsRoutes,
  wallet: walletRoutes,
  webhooks: webhookRoutes,
  disputes: disputeRoutes,
  staff: staffRoutes,
  desk: deskRoutes,
};
const groups: Groups<'api', ApiEnv> = {
  ...participants,
  cabinet: cabinetRoutes(lazy(() => runsOf([...Object.values(participants), catalogReads]))),
};
const app = lazy(() => createApp(groups, settingsReader('api'), (settings) => signInAndStoreOrigins(settings)));

/** The edge function for everything that needs a key or a token. */
export default {
  fetch: (request: Request, bindings: Bindings, execution: Execution) => app().fetch(request, bindings, execution),
};
