import type { Operation } from '../../../schema/shared/operation.ts';
import { accountExamples } from './account.ts';
import { analyticsExamples } from './analytics.ts';
import { campaignProofExamples } from './campaign-proofs.ts';
import { campaignExamples } from './campaigns.ts';
import { catalogExamples } from './catalog.ts';
import { channelExamples } from './channels.ts';
import { creatorExamples } from './creators.ts';
import { creditExamples } from './credits.ts';
import { deskExamples } from './desk.ts';
import { disputeExamples } from './disputes.ts';
import type { Example } from './example.ts';
import { factoryExamples } from './factories.ts';
import { factoryReadExamples } from './factory-reads.ts';
import { factoryReportExamples } from './factory-reports.ts';
import { factoryTagExamples } from './factory-tags.ts';
import { listedPostExamples } from './listed-posts.ts';
import { offerExamples, orderExamples } from './orders.ts';
import { ownershipExamples } from './ownership.ts';
import { portfolioExamples } from './portfolio.ts';
import { pricingExamples } from './pricing.ts';
import { proofExamples } from './proofs.ts';
import { savedListExamples } from './saved-lists.ts';
import { socialAccountExamples } from './social-accounts.ts';
import { walletExamples } from './wallet.ts';
import { webhookExamples } from './webhooks.ts';
import { workExamples } from './work.ts';

/**
 * Examples by the name of the operation. They are not in the declarations, because the edge functions bundle those. All use
 * one market: the same creator, order and amounts.
 */
const examples: Readonly<Record<string, Example>> = {
  ...catalogExamples,
  ...creatorExamples,
  ...portfolioExamples,
  ...savedListExamples,
  ...orderExamples,
  ...offerExamples,
  ...campaignExamples,
  ...campaignProofExamples,
  ...creditExamples,
  ...deskExamples,
  ...disputeExamples,
  ...workExamples,
  ...proofExamples,
  ...analyticsExamples,
  ...factoryExamples,
  ...factoryReadExamples,
  ...factoryTagExamples,
  ...listedPostExamples,
  ...factoryReportExamples,
  ...walletExamples,
  ...ownershipExamples,
  ...accountExamples,
  ...channelExamples,
  ...socialAccountExamples,
  ...pricingExamples,
  ...webhookExamples,
};

export const exampleOf = (operation: Operation): Example => ({ ...operation.example, ...examples[operation.name] });
