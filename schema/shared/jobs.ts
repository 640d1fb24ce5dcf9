import * as z from 'zod';
import { messageChannels } from '../notifications/messages.ts';
import { platforms } from './enums.ts';
import { id, uuid } from './ids.ts';
import { instant } from './instants.ts';
import { lazy } from './lazy.ts';

/** What has sealed secrets. */
const sealedThings = ['WEBHOOK_ENDPOINTS', 'SOCIAL_ACCOUNTS'] as const;

/** Work that platforms are asked for. */
const platformWork = [
  'measure-posts',
  'measure-channels',
  'read-audiences',
  'refresh-pictures',
  'list-factory-posts',
  'scan-factory-posts',
] as const;

const platformMessage = () => ({
  platform: z.enum(platforms),
  /** The account whose grant asks; null: the application. */
  accountId: id().nullable(),
  /** The end of the lease of these rows. */
  leaseEnd: instant(),
  ids: z.array(id()).min(1).max(100),
});

/** Pictures that a factory shows of an account and of its posts. Their addresses may expire within hours. */
const factoryPictures = () =>
  z.strictObject({
    kind: z.literal('store-factory-pictures'),
    platform: z.enum(platforms),
    factoryAccountId: id(),
    pictures: z
      .array(z.strictObject({ of: z.literal(['ACCOUNT', 'POST']), id: id(), address: z.string().min(1).max(4_096) }))
      .min(1)
      .max(20),
  });

/** What guests have opened. A queue may deliver a message several times. */
const countingJobs = () =>
  [
    z.strictObject({
      kind: z.literal('count-click'),
      linkId: id(),
      // When the link was visited.
      at: instant(),
      // A digest that leads to nobody.
      visitor: z.string().min(1).max(64),
      // A digest of the address alone, which limits its unique clicks. Messages of the former version have none.
      network: z.string().min(1).max(64).optional(),
    }),
    z.strictObject({
      kind: z.literal('count-report-open'),
      openId: uuid(),
      linkId: uuid(),
      at: instant(),
    }),
    z.strictObject({
      kind: z.literal('count-page-visits'),
      batchId: uuid(),
      at: instant(),
      pages: z.array(z.strictObject({ publicId: uuid(), visits: z.int().min(1) })).min(1),
    }),
  ] as const;

/** The jobs of the queues. Delivery is at least once, so every job is idempotent. */
export const job = lazy(() =>
  z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('sweep-idempotency-keys') }),
    z.strictObject({ kind: z.literal('sweep-identity') }),
    z.strictObject({ kind: z.literal('erase-accounts') }),
    z.strictObject({ kind: z.literal('sweep-connections') }),
    z.strictObject({ kind: z.literal('take-due-platform-work') }),
    z.strictObject({ kind: z.literal('take-due-factory-work') }),
    z.strictObject({ kind: z.literal('expire-audiences') }),
    ...platformWork.map((kind) => z.strictObject({ kind: z.literal(kind), ...platformMessage() })),
    factoryPictures(),
    z.strictObject({ kind: z.literal('sweep-stats-sessions') }),
    z.strictObject({ kind: z.literal('sweep-uploads') }),
    z.strictObject({ kind: z.literal('check-ownership') }),
    z.strictObject({ kind: z.literal('check-accounts') }),
    z.strictObject({ kind: z.literal('take-due-connections') }),
    z.strictObject({
      kind: z.literal('renew-connections'),
      // The end of the lease of these connections.
      leaseEnd: instant(),
      ids: z.array(id()).min(1).max(20),
    }),
    z.strictObject({
      kind: z.literal('end-grant-by-platform'),
      platform: z.enum(platforms),
      messageId: z.string().min(1).max(200),
      externalId: z.string().min(1).max(200),
      // When the platform has called.
      at: instant(),
    }),
    z.strictObject({
      kind: z.literal('record-ended-story'),
      platform: z.enum(platforms),
      messageId: z.string().min(1).max(200),
      externalId: z.string().min(1).max(200),
      mediaId: z.string().min(1).max(200),
      views: z.int().min(0),
    }),
    z.strictObject({ kind: z.literal('expire-unaccepted') }),
    z.strictObject({ kind: z.literal('approve-unanswered') }),
    z.strictObject({ kind: z.literal('record-deadline-events') }),
    z.strictObject({ kind: z.literal('raise-alarms') }),
    z.strictObject({ kind: z.literal('cancel-old-drafts') }),
    z.strictObject({ kind: z.literal('sweep-quotes') }),
    z.strictObject({ kind: z.literal('read-outbox') }),
    z.strictObject({ kind: z.literal('send-due-messages') }),
    z.strictObject({ kind: z.literal('sweep-messages') }),
    z.strictObject({
      kind: z.literal('reseal-secrets'),
      of: z.enum(sealedThings).default('WEBHOOK_ENDPOINTS'),
      afterId: z.int().nonnegative(),
    }),
    z.strictObject({ kind: z.literal('follow-renames'), afterId: z.int().nonnegative() }),
    z.strictObject({ kind: z.literal('sweep-metrics') }),
    z.strictObject({ kind: z.literal('sweep-catalog') }),
    z.strictObject({ kind: z.literal('rebuild-catalog') }),
    z.strictObject({ kind: z.literal('remove-old-pictures') }),
    z.strictObject({ kind: z.literal('summarize-analytics') }),
    z.strictObject({ kind: z.literal('end-due-campaigns'), afterId: z.int().nonnegative() }),
    z.strictObject({ kind: z.literal('scan-undecided-posts') }),
    z.strictObject({ kind: z.literal('pay-campaign-creators'), afterId: z.int().nonnegative() }),
    z.strictObject({ kind: z.literal('keep-sketches') }),
    z.strictObject({ kind: z.literal('sweep-clicks') }),
    z.strictObject({ kind: z.literal('sweep-dead-letters') }),
    z.strictObject({ kind: z.literal('sweep-walks') }),
    ...countingJobs(),
    z.strictObject({ kind: z.literal('sweep-page-visits') }),
    z.strictObject({ kind: z.literal('send-message'), messageId: id(), channel: z.enum(messageChannels) }),
  ]),
);
export type Job = z.output<ReturnType<typeof job>>;
