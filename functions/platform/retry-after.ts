/** The time in a Retry-After header (RFC 9110) of a 429 or 503, at most a day from now. */
export function retryAfterOf({ status, headers }: Pick<Response, 'status' | 'headers'>, now: Date): Date | undefined {
  if (status !== 429 && status !== 503) return undefined;
  const given = headers.get('retry-after')?.trim() ?? '';
  const waitMs = seconds.test(given) ? Number(given) * 1_000 : Date.parse(given) - now.getTime();
  return waitMs > 0 ? new Date(now.getTime() + Math.min(waitMs, dayMs)) : undefined;
}

const seconds = /^\d+(\.\d+)?$/;
const dayMs = 86_400_000;
