import type { Operation } from '../schema/operation.ts';
import { accountRoutes } from './account/routes.ts';
import { analyticsRoutes } from './analytics/routes.ts';
import { apiKeyRoutes } from './api-keys/routes.ts';
import { assignmentRoutes } from './assignments/routes.ts';
import { catalogRoutes } from './catalog/routes.ts';
import { channelRoutes } from './channels/routes.ts';
import { disputeRoutes } from './disputes/routes.ts';
import { offerRoutes } from './offers/routes.ts';
import { orderRoutes } from './orders/routes.ts';
import { ownershipRoutes } from './ownership/routes.ts';
import { pricingRoutes } from './pricing/routes.ts';
import { profileRoutes } from './profile/routes.ts';
import { socialAccountRoutes } from './social-accounts/routes.ts';
import { staffRoutes } from './staff/routes.ts';
import { walletRoutes } from './wallet/routes.ts';
import { webhookRoutes } from './webhooks/routes.ts';

/** Every operation of the API: the OpenAPI document and the contract tests walk them. No edge function has all of them. */
export const operations: readonly Operation[] = [
  catalogRoutes,
  profileRoutes,
  accountRoutes,
  apiKeyRoutes,
  socialAccountRoutes,
  staffRoutes,
  orderRoutes,
  offerRoutes,
  assignmentRoutes,
  disputeRoutes,
  analyticsRoutes,
  walletRoutes,
  channelRoutes,
  ownershipRoutes,
  pricingRoutes,
  webhookRoutes,
].flatMap((group) => group.operations);
