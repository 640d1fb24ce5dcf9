import { HTTPException } from 'hono/http-exception';
import { errorStatus, fullEnvelopeCodes, Refusal } from '../../schema/shared/errors.ts';

/** Turns a refusal into a response, in the envelope of its code. No other code does. */
export function problem(refusal: Refusal, path: string, at: Date): Response {
  const { code, message, details } = refusal;
  const status = errorStatus[code];
  const body = fullEnvelopeCodes.has(code)
    ? { statusCode: status, code, message, timestamp: at.toISOString(), path }
    : {
        code,
        message,
        ...(details.issues && { issues: details.issues }),
        ...(details.status !== undefined && { status: details.status }),
        ...(details.allowedActions && { allowedActions: details.allowedActions }),
        ...(details.existingId !== undefined && { existingId: details.existingId }),
      };
  return Response.json(body, { status, headers: headersOf(refusal, status) });
}

function headersOf(refusal: Refusal, status: number): Record<string, string> {
  const headers: Record<string, string> = { 'cache-control': 'no-store' };
  // RFC 6750, section 3.
  if (status === 401) headers['www-authenticate'] = 'Bearer error="invalid_token"';
  if (status === 403) headers['www-authenticate'] = 'Bearer error="insufficient_scope"';
  const retryAfter = refusal.details.retryAfterSeconds ?? (status === 429 || status === 503 ? 1 : undefined);
  if (retryAfter !== undefined) headers['retry-after'] = String(retryAfter);
  return headers;
}

/** The refusal for anything thrown: a refusal as it is, what Hono refuses as a malformed request, any defect as INTERNAL_ERROR. */
export function asRefusal(thrown: unknown): Refusal {
  if (thrown instanceof Refusal) return thrown;
  if (thrown instanceof HTTPException) return new Refusal('VALIDATION_FAILED', 'The request is malformed.');
  return new Refusal('INTERNAL_ERROR');
}
