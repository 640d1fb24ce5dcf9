import type { Platform } from '../../../../schema/shared/enums.ts';
import { tokenBucket } from '../../../../schema/social-accounts/platform-buckets.ts';
import type { PlatformFailure } from '../failure.ts';
import { afford } from '../meter.ts';
import { type PlatformAnswer, type PlatformRequest, requestJson } from '../request.ts';
import type { Meter } from '../social-platform.ts';
import { limited, windowHeadersOf } from '../windows.ts';

/**
 * Requests a token, or the validation of one, within the bucket of the token endpoints. OVER_BUDGET while the bucket is closed. A refusal for too
 * many requests closes it, and fails with LIMITED. A revocation passes no meter, because it is sent even then.
 */
export async function requestWithin(
  meter: Meter | null,
  platform: Platform,
  request: PlatformRequest,
): Promise<PlatformAnswer> {
  if (meter !== null) await afford(meter, { bucket: tokenBucket, calls: 1, units: 0 });
  const answer = await requestJson(request);
  if (answer.status === 429) throw refusalOf(meter, platform, answer);
  return answer;
}

function refusalOf(meter: Meter | null, platform: Platform, answer: PlatformAnswer): PlatformFailure {
  const names = windowHeadersOf[platform] ?? null;
  return limited(meter ?? { report() {} }, tokenBucket, answer, names, `${platform} refuses more token requests`);
}
