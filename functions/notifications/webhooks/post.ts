import type { Outcome } from '../../../schema/notifications/messages.ts';
import { retryAfterOf } from '../../platform/retry-after.ts';

export interface Posted {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMs: number;
}

/**
 * Posts once and follows no redirect. It reads only the status of the response, because the body can be endless. The recorded error
 * contains neither the address nor the runtime's message.
 */
export async function post(href: string, { headers, body, timeoutMs }: Posted): Promise<Outcome> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const answer = await fetch(href, { method: 'POST', headers, body, redirect: 'manual', signal });
    await answer.body?.cancel().catch(() => undefined);
    const { status, ok } = answer;
    if (ok) return { isDelivered: true, status };
    const notBefore = retryAfterOf(answer, new Date());
    return { isDelivered: false, status, error: meaningOf(status), ...(notBefore && { notBefore }) };
  } catch {
    const error = signal.aborted
      ? `no answer within ${timeoutMs / 1_000} s`
      : 'no connection, or it was closed without an answer';
    return { isDelivered: false, status: null, error };
  }
}

const meaningOf = (status: number): string =>
  status >= 300 && status < 400 ? `answered ${status}: redirects are not followed` : `answered ${status}`;
