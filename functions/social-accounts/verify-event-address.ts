import { Refusal } from '../../schema/shared/errors.ts';
import type { ApiCtx } from '../context.ts';
import { areEqual } from '../platform/mac.ts';

/**
 * Returns the challenge of Meta's verification request, if the request has the token of this deployment ("Webhooks", Verification Requests).
 */
export function verifyAddress({ settings }: Pick<ApiCtx, 'settings'>, parameters: URLSearchParams): string {
  const token = settings.INSTAGRAM_WEBHOOK_VERIFY_TOKEN;
  if (token === undefined)
    throw new Refusal('WRITE_NOT_AVAILABLE_FOR_FEATURE', 'Webhooks of this platform are not configured.');
  const challenge = parameters.get('hub.challenge') ?? '';
  const isRight =
    parameters.get('hub.mode') === 'subscribe' &&
    areEqual(bytesOf(parameters.get('hub.verify_token') ?? ''), bytesOf(token)) &&
    /^[\w-]{1,200}$/.test(challenge);
  if (!isRight) throw new Refusal('insufficient_scope', 'The verify token is missing or wrong.');
  return challenge;
}

const bytesOf = (text: string) => new TextEncoder().encode(text);
