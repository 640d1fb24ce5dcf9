import { PlatformFailure } from '../failure.ts';
import { secondsUntilNextDay } from '../quota-days.ts';
import type { PlatformAnswer } from '../request.ts';
import type { Meter } from '../social-platform.ts';
import { closeWindow, limited } from '../windows.ts';
import { answers } from './answers.ts';

type Refused = Pick<PlatformAnswer, 'status' | 'headers' | 'body'>;

/** What a refused call counts against. */
interface Counted {
  readonly meter: Meter;
  readonly bucket: string;
}

/** The failure of an answer whose status is not 200. A refusal for too many requests closes the bucket. */
export function failureOf(answer: Refused, resource: string, { meter, bucket }: Counted): PlatformFailure {
  const { status, headers } = answer;
  const [reason = ''] = reasonsIn(answer);
  const cause = `YouTube answered ${status} ${reason} to ${resource}`;
  if (status === 401) return new PlatformFailure('NOT_GRANTED', cause);
  if (reason === 'quotaExceeded' || reason === 'dailyLimitExceeded')
    return new PlatformFailure(
      'LIMITED',
      cause,
      closeWindow(meter, bucket, secondsUntilNextDay('YOUTUBE', new Date())),
    );
  if (reason === 'rateLimitExceeded' || status === 429) return limited(meter, bucket, { headers }, null, cause);
  return new PlatformFailure('SILENT', cause);
}

/** Google's older APIs have the reason under `errors`, its newer ones under `details`. */
export function reasonsIn({ body }: Pick<Refused, 'body'>): string[] {
  const error = answers.problem().safeParse(body).data?.error;
  return [...(error?.errors ?? []), ...(error?.details ?? [])].flatMap(({ reason }) => reason ?? []);
}
