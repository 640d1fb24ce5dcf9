import { PlatformFailure } from '../failure.ts';
import { secondsUntilNextDay } from '../quota-days.ts';
import type { PlatformAnswer } from '../request.ts';
import type { Credential, Meter } from '../social-platform.ts';
import { closeWindow, limited } from '../windows.ts';
import { answers } from './answers.ts';

type Refused = Pick<PlatformAnswer, 'status' | 'headers' | 'body'>;

/** What a refused call counts against, and who has asked. */
interface Counted {
  readonly meter: Meter;
  readonly bucket: string;
  readonly by: Credential;
}

/** The failure of an answer whose status is not 200. A refusal for too many requests closes the bucket. */
export function failureOf(answer: Refused, resource: string, { meter, bucket, by }: Counted): PlatformFailure {
  const { status, headers } = answer;
  const reasons = reasonsIn(answer);
  const [reason = ''] = reasons;
  const cause = `YouTube answered ${status} ${reason} to ${resource}`;
  if (reason === 'quotaExceeded' || reason === 'dailyLimitExceeded')
    return new PlatformFailure(
      'LIMITED',
      cause,
      closeWindow(meter, bucket, secondsUntilNextDay('YOUTUBE', new Date())),
    );
  if (isTooFast(reason) || status === 429) return limited(meter, bucket, { headers }, null, cause);
  // A proxy's refusal has no reason.
  const isNone = reason === '' && status !== 401 && status !== 403;
  if (status < 400 || status >= 500 || isNone) return new PlatformFailure('SILENT', cause);
  if (reasons.some((each) => ofApplication.includes(each)) || isKeyRefused(answer))
    return new PlatformFailure('REFUSED', cause);
  if (by !== 'APP') return new PlatformFailure(status === 401 ? 'GRANT_REFUSED' : 'DECLINED', cause);
  if (status === 401) return new PlatformFailure('REFUSED', cause);
  // A 403 for another reason may be about the resource or about the key: whether others are answered tells.
  const isUnclear = status === 403 && !ofResource.includes(reason);
  return new PlatformFailure(isUnclear ? 'SILENT' : 'DECLINED', cause);
}

/** Both are of the project ("Global domain errors", and "Standard Error Responses" of Google's APIs). */
const isTooFast = (reason: string): boolean => reason === 'rateLimitExceeded' || reason === 'userRateLimitExceeded';

/** "Standard Error Responses" and google.rpc.ErrorInfo: the key, or the project that it belongs to, may not ask. */
const ofApplication: readonly string[] = [
  ...['accessNotConfigured', 'keyInvalid', 'keyExpired', 'ipRefererBlocked', 'refererBlocked', 'required'],
  ...['API_KEY_INVALID', 'API_KEY_SERVICE_BLOCKED', 'API_KEY_IP_ADDRESS_BLOCKED', 'API_KEY_HTTP_REFERRER_BLOCKED'],
  ...['SERVICE_DISABLED', 'CONSUMER_INVALID', 'CONSUMER_SUSPENDED', 'BILLING_DISABLED'],
];

/** A refused key is a `badRequest`, which only its message tells from others. */
const isKeyRefused = ({ status, body }: Refused): boolean =>
  status === 400 && /\bAPI key\b/i.test(answers.problem().safeParse(body).data?.error.message ?? '');

/** The 403 of single channels and lists ("channels: list" and "playlistItems: list", Errors). */
const ofResource: readonly string[] = [
  ...['channelForbidden', 'channelClosed', 'channelSuspended', 'playlistForbidden', 'playlistItemsNotAccessible'],
];

/** Google's older APIs have the reason under `errors`, its newer ones under `details`. */
export function reasonsIn({ body }: Pick<Refused, 'body'>): string[] {
  const error = answers.problem().safeParse(body).data?.error;
  return [...(error?.errors ?? []), ...(error?.details ?? [])].flatMap(({ reason }) => reason ?? []);
}
