import type { ErrorCode } from '../../schema/shared/errors.ts';

/** The condition of each code, for readers of the document. */
export const meanings: Readonly<Record<ErrorCode, string>> = {
  VALIDATION_FAILED: 'A field, a parameter or the body is malformed. `issues` says which, and why.',
  INVALID_CURSOR: 'The cursor was never in this list for this caller.',
  IDEMPOTENCY_KEY_REQUIRED: 'The Idempotency-Key header is missing, repeated or no UUID.',
  INVALID_MONEY_PRECISION: 'A price has a fraction of a cent.',
  INVALID_PROOF: 'A file has a wrong type, size or hash, or a proof is missing.',
  API_KEY_INVALID: 'The API key is missing, malformed, unknown, expired or revoked.',
  JWT_INVALID: 'The token is missing, malformed or expired.',
  API_KEY_MISSING_SCOPE: 'The API key has no `write` scope.',
  insufficient_scope: 'The token does not reach this operation.',
  ROLE_NOT_ALLOWED: 'The caller does not have the role that this takes.',
  ACCOUNT_ACCESS_DENIED: 'The account is suspended, or may not be used for this.',
  EMAIL_NOT_VERIFIED: 'The email address of the account must be verified before this.',
  RESOURCE_NOT_FOUND: 'It does not exist, or it is not the caller’s to see.',
  METHOD_NOT_ALLOWED: 'The path is known, with other methods: see Allow.',
  VERSION_CONFLICT: 'The object has changed since the version that was sent. Read it again.',
  QUOTE_EXPIRED: 'The quote is past expiresAt. Request a new one.',
  PRICE_CHANGED: 'The price, the discount or the fees are no longer those that were sent or quoted.',
  IDEMPOTENCY_CONFLICT: 'The Idempotency-Key was used for another request.',
  IDEMPOTENCY_IN_PROGRESS: 'A request with this Idempotency-Key is still running. Retry after Retry-After.',
  INSUFFICIENT_FUNDS: 'The available balance does not cover the amount.',
  INVALID_STATE: 'The object’s state does not allow this. `status` and `allowedActions` say what it does.',
  CHANNEL_EXISTS: 'The creator has that channel already.',
  PAYLOAD_TOO_LARGE: 'The body is larger than 1 MiB.',
  UNSUPPORTED_MEDIA_TYPE: 'The body is not `application/json`.',
  RATE_LIMITED: 'Too many requests. Retry after Retry-After.',
  INTERNAL_ERROR: 'A defect on our side. The request id finds it in the log.',
  SERVICE_UNAVAILABLE:
    'The database cannot be reached or does not answer in time. Retry with the same Idempotency-Key.',
  PRIVATE_UPLOAD_SERVICE_UNAVAILABLE: 'The object store cannot be reached.',
  WRITE_NOT_AVAILABLE_FOR_FEATURE:
    'The feature is switched off for now. The intent is saved: retry with the same Idempotency-Key.',
};
