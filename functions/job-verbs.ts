import type { Job } from '../schema/shared/jobs.ts';
import { endDueCampaigns, payCampaignCreators } from './campaigns/campaigns/index.ts';
import { scanUndecidedPosts } from './campaigns/posts/index.ts';
import { countClicks, keepSketches, sweepClicks } from './campaigns/tracking-links/index.ts';
import { sweepCatalog } from './catalog/index.ts';
import type { JobCtx, JobResult } from './context.ts';
import { checkOwnership, followRenames } from './creators/ownership/index.ts';
import { countPageVisits, sweepPageVisits } from './creators/visits/index.ts';
import { keepDeadLetters, sweepDeadLetters } from './desk/index.ts';
import { eraseAccounts } from './erase-accounts.ts';
import { listFactoryPosts, scanFactoryPosts, takeDueFactoryWork } from './factories/monitoring/index.ts';
import { countReportOpen } from './factories/reports/index.ts';
import { sweepIdentity } from './identity/account/index.ts';
import { summarizeAnalytics } from './metrics/analytics/index.ts';
import {
  measureChannels,
  measurePosts,
  recordEndedStory,
  sweepMetrics,
  takeDuePlatformWork,
} from './metrics/measurement/index.ts';
import { readOutbox, sendDue, sendMessage, sweepMessages } from './notifications/outbox/index.ts';
import { resealSecrets } from './notifications/webhooks/index.ts';
import { approveUnanswered, expireUnaccepted, recordDeadlineEvents } from './placements/assignments/index.ts';
import { cancelOldDrafts, sweepQuotes } from './placements/orders/index.ts';
import { raiseAlarms } from './raise-alarms.ts';
import { rebuildMarked } from './rebuild-catalog.ts';
import type { CountedJob, Sent } from './schedule.ts';
import {
  checkAccounts,
  endGrantByPlatform,
  expireAudiences,
  readAudiences,
  refreshPictures,
  removeOldPictures,
  renewConnections,
  resealTokens,
  storeFactoryPictures,
  sweepConnections,
  sweepSessions,
  takeDueConnections,
} from './social-accounts/index.ts';
import { sweepIdempotencyKeys } from './sweep-idempotency-keys.ts';
import { sweepWalks } from './sweep-walks.ts';
import { sweepUploads } from './uploads/index.ts';

/** The jobs that seal secrets anew, by the rows that hold the secrets. */
const resealers = { WEBHOOK_ENDPOINTS: resealSecrets, SOCIAL_ACCOUNTS: resealTokens } as const;

/** Maps each counted job to the verb that counts the jobs of a batch. */
export const countedTogether: {
  readonly [Kind in CountedJob['kind']]: (
    ctx: JobCtx,
    sent: readonly Sent<Extract<Job, { kind: Kind }>>[],
  ) => Promise<number>;
} = {
  'count-click': countClicks,
  'count-page-visits': countPageVisits,
};

/** Stores the messages of the dead-letter queue. */
export const keepDead = keepDeadLetters;

/** Maps each other job to its verb. A verb sets `isMore` after a full batch. */
export const jobs: {
  readonly [Kind in Exclude<Job, CountedJob>['kind']]: (
    ctx: JobCtx,
    job: Extract<Job, { kind: Kind }>,
  ) => Promise<JobResult>;
} = {
  'sweep-idempotency-keys': sweepIdempotencyKeys,
  'sweep-identity': sweepIdentity,
  'erase-accounts': eraseAccounts,
  'sweep-connections': sweepConnections,
  'expire-audiences': expireAudiences,
  'take-due-platform-work': takeDuePlatformWork,
  'measure-channels': measureChannels,
  'read-audiences': readAudiences,
  'sweep-stats-sessions': sweepSessions,
  'refresh-pictures': refreshPictures,
  'remove-old-pictures': removeOldPictures,
  'measure-posts': measurePosts,
  'record-ended-story': recordEndedStory,
  'sweep-uploads': sweepUploads,
  'expire-unaccepted': expireUnaccepted,
  'approve-unanswered': approveUnanswered,
  'record-deadline-events': recordDeadlineEvents,
  'raise-alarms': raiseAlarms,
  'cancel-old-drafts': cancelOldDrafts,
  'sweep-quotes': sweepQuotes,
  'check-ownership': (ctx) => checkOwnership(ctx),
  'check-accounts': checkAccounts,
  'follow-renames': followRenames,
  'take-due-connections': takeDueConnections,
  'renew-connections': renewConnections,
  'end-grant-by-platform': endGrantByPlatform,
  'send-message': sendMessage,
  'send-due-messages': sendDue,
  'read-outbox': readOutbox,
  'sweep-messages': sweepMessages,
  'reseal-secrets': (ctx, job) => resealers[job.of](ctx, job),
  'sweep-metrics': sweepMetrics,
  'sweep-catalog': sweepCatalog,
  'rebuild-catalog': rebuildMarked,
  'summarize-analytics': summarizeAnalytics,
  'end-due-campaigns': endDueCampaigns,
  'scan-undecided-posts': scanUndecidedPosts,
  'pay-campaign-creators': payCampaignCreators,
  'keep-sketches': keepSketches,
  'sweep-clicks': sweepClicks,
  'sweep-dead-letters': sweepDeadLetters,
  'sweep-walks': sweepWalks,
  'take-due-factory-work': takeDueFactoryWork,
  'list-factory-posts': listFactoryPosts,
  'scan-factory-posts': scanFactoryPosts,
  'store-factory-pictures': storeFactoryPictures,
  'count-report-open': countReportOpen,
  'sweep-page-visits': sweepPageVisits,
};
