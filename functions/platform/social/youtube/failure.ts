import { PlatformFailure } from '../failure.ts';
import type { PlatformAnswer } from '../request.ts';
import { answers } from './answers.ts';

type Refused = Pick<PlatformAnswer, 'status' | 'body'>;

/** The failure of an answer whose status is not 200. */
export function failureOf(answer: Refused, resource: string): PlatformFailure {
  const { status } = answer;
  const [reason = ''] = reasonsIn(answer);
  const cause = `YouTube answered ${status} ${reason} to ${resource}`;
  if (status === 401) return new PlatformFailure('NOT_GRANTED', cause);
  const isLimit = reason === 'quotaExceeded' || reason === 'rateLimitExceeded' || status === 429;
  return new PlatformFailure(isLimit ? 'LIMITED' : 'SILENT', cause);
}

/** Google's older APIs have the reason under `errors`, its newer ones under `details`. */
export function reasonsIn({ body }: Pick<Refused, 'body'>): string[] {
  const error = answers.problem().safeParse(body).data?.error;
  return [...(error?.errors ?? []), ...(error?.details ?? [])].flatMap(({ reason }) => reason ?? []);
}
