import type { Job } from '../schema/shared/jobs.ts';

/** Maps each cron expression of wrangler.toml to the jobs that it enqueues. */
export const crons: Readonly<Record<string, readonly Job[]>> = {
  '* * * * *': [
    { kind: 'read-outbox' },
    { kind: 'send-due-messages' },
    { kind: 'rebuild-catalog' },
    { kind: 'summarize-analytics' },
    { kind: 'end-due-campaigns', afterId: 0 },
    { kind: 'scan-undecided-posts' },
    { kind: 'take-due-factory-work' },
  ],
  '17 3 * * *': [
    { kind: 'sweep-idempotency-keys' },
    { kind: 'sweep-identity' },
    { kind: 'sweep-connections' },
    { kind: 'sweep-stats-sessions' },
    { kind: 'sweep-uploads' },
    { kind: 'cancel-old-drafts' },
    { kind: 'sweep-quotes' },
    { kind: 'sweep-messages' },
    { kind: 'reseal-secrets', of: 'WEBHOOK_ENDPOINTS', afterId: 0 },
    { kind: 'reseal-secrets', of: 'SOCIAL_ACCOUNTS', afterId: 0 },
    { kind: 'sweep-metrics' },
    { kind: 'pay-campaign-creators', afterId: 0 },
    { kind: 'sweep-clicks' },
    { kind: 'sweep-dead-letters' },
    { kind: 'sweep-walks' },
    { kind: 'sweep-page-visits' },
  ],
  '*/5 * * * *': [
    { kind: 'expire-unaccepted' },
    { kind: 'approve-unanswered' },
    { kind: 'record-deadline-events' },
    { kind: 'raise-alarms' },
    { kind: 'check-ownership' },
    { kind: 'check-accounts' },
    { kind: 'follow-renames', afterId: 0 },
    { kind: 'take-due-connections' },
    { kind: 'take-due-platform-work' },
    { kind: 'expire-audiences' },
    { kind: 'remove-old-pictures' },
    { kind: 'sweep-catalog' },
    { kind: 'keep-sketches' },
    { kind: 'erase-accounts' },
  ],
};

/** A job, with the id of the message that it arrived in. */
export type Sent<Kind extends Job> = Kind & { readonly messageId: string };

/** A batch counts all jobs of these kinds together, because there may be thousands a second: clicks first, because money depends on them. */
export const countedKinds = ['count-click', 'count-page-visits'] as const;

export type CountedJob = Extract<Job, { kind: (typeof countedKinds)[number] }>;
