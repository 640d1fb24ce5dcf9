import type { Operation } from '../schema/shared/operation.ts';
import { campaignAnalyticsRoutes } from './campaigns/analytics/routes.ts';
import { campaignRoutes } from './campaigns/campaigns/routes.ts';
import { campaignOfferRoutes } from './campaigns/offers/routes.ts';
import { campaignPostRoutes, ownPostRoutes } from './campaigns/posts/routes.ts';
import { campaignProofRoutes } from './campaigns/proofs/routes.ts';
import { trackingLinkRoutes } from './campaigns/tracking-links/routes.ts';
import { catalogRoutes } from './catalog/routes.ts';
import { channelRoutes } from './creators/channels/routes.ts';
import { ownershipRoutes } from './creators/ownership/routes.ts';
import { portfolioRoutes } from './creators/portfolio/routes.ts';
import { pricingRoutes } from './creators/pricing/routes.ts';
import { profileRoutes } from './creators/profile/routes.ts';
import { deskRoutes } from './desk/routes.ts';
import { reportRoutes } from './factories/reports/report-routes.ts';
import { factoryRoutes } from './factories/routes.ts';
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
import { socialAccountRoutes } from './social-accounts/routes.ts';
import { walletRoutes } from './wallet/routes.ts';

/** All operations of the API, for the OpenAPI document and the contract tests. Each edge function serves only a part of them. */
export const operations: readonly Operation[] = [
  catalogRoutes,
  profileRoutes,
  portfolioRoutes,
  accountRoutes,
  overviewRoutes,
  apiKeyRoutes,
  socialAccountRoutes,
  staffRoutes,
  deskRoutes,
  savedListRoutes,
  orderRoutes,
  offerRoutes,
  assignmentRoutes,
  deliverableRoutes,
  disputeRoutes,
  campaignRoutes,
  campaignAnalyticsRoutes,
  trackingLinkRoutes,
  campaignOfferRoutes,
  campaignPostRoutes,
  ownPostRoutes,
  campaignProofRoutes,
  analyticsRoutes,
  factoryRoutes,
  reportRoutes,
  walletRoutes,
  channelRoutes,
  ownershipRoutes,
  pricingRoutes,
  webhookRoutes,
].flatMap((group) => group.operations);
