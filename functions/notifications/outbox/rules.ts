import type { MessageRef } from '../../../db/notifications/messages.ts';
import type { Recipient } from '../../../db/notifications/recipients.ts';
import type { Job } from '../../../schema/shared/jobs.ts';

const minute = 60;
const hour = 60 * minute;

/** How long after each failed attempt the next one is; after the tenth there is none. */
const delays = [5, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour];

export const mostAttempts = delays.length + 1;

/** The next attempt after so many; null when that was the last. Messages that failed together do not all come again together. */
export function nextAttemptIn(messageId: number, attempts: number): number | null {
  const delay = delays[attempts - 1];
  return delay === undefined ? null : Math.ceil(delay * (1 + mostJitter * spread(messageId, attempts)));
}

const mostJitter = 0.1;

/** From 0 to 1, by the message and the attempt alone (Knuth's multiplicative hash). */
const spread = (messageId: number, attempts: number): number =>
  (Math.imul(messageId + attempts, 2_654_435_761) >>> 0) / 2 ** 32;

/** The job that sends a message. */
export const sendingOf = ({ id, channel }: MessageRef): Job => ({ kind: 'send-message', messageId: id, channel });

/** Cloudflare Queues take no longer delay; what is later is found by cron. */
export const longestQueueDelay = 12 * hour;

/** How long after the end of a rest a message is due that fell into it: not all at once. */
export const restSpread = (messageId: number): number => Math.ceil(mostRestSpread * spread(messageId, 0));

const mostRestSpread = 15;

/** How long whoever sends a message has it to itself: longer than any sender waits for an answer. */
export const leaseSeconds = minute;

/** What has been due for so long has no message in the queue any more, or one that comes to nothing. */
export const graceSeconds = 5;

/** How long cron leaves alone what it has put into the queue: should that be lost there, so much later the message is sent. */
export const queuedSeconds = 30 * minute;

export const secondsAfter = (at: Date, seconds: number): Date => new Date(at.getTime() + seconds * 1_000);

/**
 * Whether mail may go to a user's address: one that an issuer names is the user's when the issuer verified it, one that was
 * signed up with is taken unless verification is demanded.
 */
export const isReachable = (
  { email, isEmailVerified, isExternal }: Omit<Recipient, 'isSuspended'>,
  isVerificationDemanded: boolean,
): boolean => (isEmailVerified || !(isExternal || isVerificationDemanded)) && !email.endsWith('.invalid');
