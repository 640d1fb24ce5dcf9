import type { Platform } from '../../../schema/shared/enums.ts';
import { PlatformFailure } from './failure.ts';
import type { PlatformAnswer } from './request.ts';
import type { Grant, Meter, Windows } from './social-platform.ts';

/** The headers that state a window: the remaining calls, and its end in Unix seconds. */
export interface WindowHeaders {
  readonly remaining: string;
  readonly reset: string;
}

/** The headers of the platforms that document some: X ("Rate limits") and Twitch ("Twitch API Guide", Rate Limits). */
export const xHeaders: WindowHeaders = { remaining: 'x-rate-limit-remaining', reset: 'x-rate-limit-reset' };
export const twitchHeaders: WindowHeaders = { remaining: 'ratelimit-remaining', reset: 'ratelimit-reset' };
export const windowHeadersOf: Readonly<Partial<Record<Platform, WindowHeaders>>> = {
  X: xHeaders,
  TWITCH: twitchHeaders,
};

const connecting = ':connecting';

/**
 * The bucket of a grant where a platform counts each account apart. Accounts that are being connected have no id yet: their calls have no limit
 * here, and a refused one stops no other.
 */
export const bucketOfGrant = (name: string, { accountId }: Pick<Grant, 'accountId'>): string =>
  accountId === undefined ? name + connecting : `${name}:${accountId}`;

/** Whether the calls of a bucket count against one limit of the platform. */
export const isOneLimit = (bucket: string): boolean => !bucket.endsWith(connecting);

/** Whether a bucket counts the calls of all accounts. */
export const isOfAll = (bucket: string): boolean => isOneLimit(bucket) && !ofAccount.test(bucket);

const ofAccount = /:\d+$/;

/** The limit of a bucket: that of its name, which the buckets of all accounts share. */
export const windowOf = (windows: Windows, bucket: string): Windows[string] | null =>
  windows[bucket.replace(ofAccount, '')] ?? null;

const defaultWaitSeconds = 60;
/** The day on which summer time ends. A later end is no window of any platform, and must not stop the requests. */
const maxWaitSeconds = 25 * 3_600;

/** Reports the window that an answer states; an answer that states none reports nothing. */
export function reportWindow(meter: Meter, bucket: string, { headers }: PlatformAnswer, names: WindowHeaders): void {
  const remaining = wholeNumber(headers.get(names.remaining));
  const waitSeconds = waitUntil(headers.get(names.reset));
  if (remaining === null || waitSeconds === null) return;
  meter.report(bucket, { remaining, resetsAt: inSeconds(waitSeconds) });
}

/** Reports a refusal for too many requests, and returns the failure. The names are null for a platform that documents no such headers. */
export function limited(
  meter: Pick<Meter, 'report'>,
  bucket: string,
  { headers }: Pick<PlatformAnswer, 'headers'>,
  names: WindowHeaders | null,
  cause: string,
): PlatformFailure {
  const stated = names === null ? null : waitUntil(headers.get(names.reset));
  const seconds = closeWindow(meter, bucket, stated ?? wholeNumber(headers.get('retry-after')));
  return new PlatformFailure('LIMITED', cause, seconds);
}

/** Reports that a bucket is empty, and returns the seconds until it opens. `waitSeconds` is null when the platform does not state them. */
export function closeWindow(meter: Pick<Meter, 'report'>, bucket: string, waitSeconds: number | null): number {
  const isPlausible = waitSeconds !== null && waitSeconds > 0 && waitSeconds <= maxWaitSeconds;
  const seconds = isPlausible ? waitSeconds : defaultWaitSeconds;
  meter.report(bucket, { remaining: 0, resetsAt: inSeconds(seconds) });
  return seconds;
}

/** The seconds until a Unix time; null for another text or an implausible time. */
function waitUntil(text: string | null): number | null {
  const at = wholeNumber(text);
  if (at === null) return null;
  const seconds = Math.max(1, Math.ceil(at - Date.now() / 1000));
  return seconds > maxWaitSeconds ? null : seconds;
}

const wholeNumber = (text: string | null): number | null =>
  text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
const inSeconds = (seconds: number): Date => new Date(Date.now() + seconds * 1000);
