import type { MessageRef } from '../../../db/notifications/messages.ts';
import type { Recipient } from '../../../db/notifications/recipients.ts';
import type { Job } from '../../../schema/shared/jobs.ts';

const minute = 60;
const hour = 60 * minute;

/** Delays before the next attempt, in seconds. There is none after the tenth. */
const delays = [5, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour];

export const maxAttempts = delays.length + 1;

/** Seconds until the next attempt; null after the last one. Jitter spreads messages that failed together. */
export function nextAttemptIn(messageId: number, attempts: number): number | null {
  const delay = delays[attempts - 1];
  return delay === undefined ? null : Math.ceil(delay * (1 + maxJitter * spread(messageId, attempts)));
}

const maxJitter = 0.1;

/** A number from 0 to 1 that depends only on the message and the attempt (Knuth's multiplicative hash). */
const spread = (messageId: number, attempts: number): number =>
  (Math.imul(messageId + attempts, 2_654_435_761) >>> 0) / 2 ** 32;

/** The job that sends a message. */
export const sendingOf = ({ id, channel }: MessageRef): Job => ({ kind: 'send-message', messageId: id, channel });

/** The longest delay that Cloudflare Queues accept. Cron finds messages with a later due time. */
export const maxQueueDelay = 12 * hour;

/** Seconds to add to the end of a backoff, so that the postponed messages are not all due at once. */
export const backoffSpread = (messageId: number): number => Math.ceil(maxBackoffSpread * spread(messageId, 0));

const maxBackoffSpread = 15;

/** Duration of the lease on a message: longer than any sender's timeout. */
export const leaseSeconds = minute;

/** A message that has been due for this long is no longer in the queue, or its job will find nothing to do. */
export const graceSeconds = 5;

/** Cron skips a message for this long after queueing it. If the queue loses the message, cron sends it again afterwards. */
export const queuedSeconds = 30 * minute;

export const secondsAfter = (at: Date, seconds: number): Date => new Date(at.getTime() + seconds * 1_000);

/**
 * Whether email may go to a user's address. An address from an external issuer must be verified by that issuer. An address from sign-up must
 * be verified only when verification is required.
 */
export const isReachable = (
  { email, isEmailVerified, isExternal }: Omit<Recipient, 'isSuspended'>,
  isVerificationDemanded: boolean,
): boolean => (isEmailVerified || !(isExternal || isVerificationDemanded)) && !email.endsWith('.invalid');
