import type { Outcome } from '../../../schema/notifications/messages.ts';
import { retryAfterOf } from '../../platform/retry-after.ts';

export interface Posted {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMs: number;
}

/**
 * Posts once, follows no redirect, and looks at nothing of the answer but its status: its body can be endless, and is nobody's
 * business here. What is told of a failure has neither the address nor what the runtime says of it.
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
