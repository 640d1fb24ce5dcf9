import type { ErrorCode } from '../../schema/shared/errors.ts';

/** The condition of each code, for readers of the document. */
export const meanings: Readonly<Record<ErrorCode, string>> = {
  VALIDATION_FAILED: 'A field, a parameter or the body is malformed. `issues` lists each error with its path.',
  INVALID_CURSOR:
    'The cursor was never in this list of the caller, or the service has forgotten the order of its walk.',
  IDEMPOTENCY_KEY_REQUIRED: 'The Idempotency-Key header is missing, repeated or not a UUID.',
  INVALID_MONEY_PRECISION: 'A price has a fraction of a cent.',
  INVALID_PROOF:
    'A file has a wrong type, size or hash, a proof is missing, or the platform does not confirm the post.',
  API_KEY_INVALID: 'The API key is missing, malformed, unknown, expired or revoked.',
  JWT_INVALID: 'The token is missing, malformed or expired.',
  API_KEY_MISSING_SCOPE: 'The API key has no `write` scope.',
  insufficient_scope: 'The credential does not allow this operation.',
  ROLE_NOT_ALLOWED: 'The caller does not have the role that this operation requires.',
  ACCOUNT_ACCESS_DENIED: 'The account is suspended, or must not be used for this operation.',
  EMAIL_NOT_VERIFIED: 'The email address of the account is not verified.',
  RESOURCE_NOT_FOUND: 'The object does not exist, or the caller does not own it.',
  METHOD_NOT_ALLOWED: 'The path does not support this method. The header Allow lists its methods.',
  VERSION_CONFLICT: 'The object has changed since the version that you sent. Read it again.',
  QUOTE_EXPIRED: 'The quote has expired (expiresAt). Request a new one.',
  PRICE_CHANGED:
    'The price, the discount or the fees differ from the sent or quoted ones. Request a new quote. For credits, send the price of the message.',
  IDEMPOTENCY_CONFLICT: 'The Idempotency-Key was used for a different request. Use a new key.',
  IDEMPOTENCY_IN_PROGRESS:
    'A request with this Idempotency-Key is still running. Retry after the time of the header Retry-After.',
  INSUFFICIENT_FUNDS:
    "The available balance does not cover the amount, or the rest of a campaign's budget does not cover the reward.",
  INVALID_STATE:
    'The state of the object does not allow this operation. The fields `status` and `allowedActions` describe the present state.',
  CHANNEL_EXISTS: 'The creator already has this channel.',
  PAYLOAD_TOO_LARGE: 'The body is larger than 1 MiB.',
  UNSUPPORTED_MEDIA_TYPE: 'The body is not `application/json`.',
  RATE_LIMITED: 'Too many requests. Retry after the time of the header Retry-After.',
  INTERNAL_ERROR: 'Internal error. Report it with the request id of the header X-Request-Id.',
  SERVICE_UNAVAILABLE:
    'A service that the request needs is unavailable or does not respond in time. Retry with the same Idempotency-Key.',
  PRIVATE_UPLOAD_SERVICE_UNAVAILABLE: 'The object store is unavailable. Retry later.',
  WRITE_NOT_AVAILABLE_FOR_FEATURE:
    'The feature is disabled. The service has saved the request: retry later with the same Idempotency-Key.',
};
