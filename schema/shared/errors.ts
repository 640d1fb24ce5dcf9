/** All error codes with their HTTP status. The service sends no others. */
export const errorStatus = {
  VALIDATION_FAILED: 400,
  INVALID_CURSOR: 400,
  IDEMPOTENCY_KEY_REQUIRED: 400,
  INVALID_MONEY_PRECISION: 400,
  INVALID_PROOF: 400,
  API_KEY_INVALID: 401,
  JWT_INVALID: 401,
  API_KEY_MISSING_SCOPE: 403,
  insufficient_scope: 403,
  ROLE_NOT_ALLOWED: 403,
  ACCOUNT_ACCESS_DENIED: 403,
  EMAIL_NOT_VERIFIED: 403,
  RESOURCE_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  VERSION_CONFLICT: 409,
  QUOTE_EXPIRED: 409,
  PRICE_CHANGED: 409,
  IDEMPOTENCY_CONFLICT: 409,
  IDEMPOTENCY_IN_PROGRESS: 409,
  INSUFFICIENT_FUNDS: 409,
  INVALID_STATE: 409,
  CHANNEL_EXISTS: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RATE_LIMITED: 429,
  INTERNAL_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
  PRIVATE_UPLOAD_SERVICE_UNAVAILABLE: 503,
  WRITE_NOT_AVAILABLE_FOR_FEATURE: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** Key, token and scope errors use the full envelope {statusCode, code, message, timestamp, path}; all others {code, message}. */
export const fullEnvelopeCodes: ReadonlySet<ErrorCode> = new Set([
  'API_KEY_INVALID',
  'JWT_INVALID',
  'API_KEY_MISSING_SCOPE',
  'insufficient_scope',
]);

export interface Issue {
  readonly path: string;
  readonly message: string;
}

export interface RefusalDetails {
  /** For VALIDATION_FAILED: the problems and their paths. */
  readonly issues?: readonly Issue[];
  /** For INVALID_STATE: the current status of the object, and the actions that it allows. */
  readonly status?: string;
  readonly allowedActions?: readonly string[];
  /** For INVALID_STATE with a status such as ENDPOINT_EXISTS or TAG_EXISTS: the id of the existing object. */
  readonly existingId?: number;
  /** Sent as Retry-After, not in the body. */
  readonly retryAfterSeconds?: number;
  /**
   * For INVALID_STATE: the exceeded limit, as the database reports it. The verb writes the message from it; it is not part of the answer.
   */
  readonly limit?: LimitName;
}

/** An expected error with a message that callers may see. Any other exception is a defect. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly details: RefusalDetails;
  /** The database refused a commit because the facts it was decided on had changed. */
  isConflict = false;

  constructor(code: ErrorCode, message: string = defaultMessages[code] ?? code, details: RefusalDetails = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

/** Nothing is known of what Postgres did: it was not reached, or its answer was lost. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof Refusal && error.code === 'SERVICE_UNAVAILABLE';

/** The refusal of a commit whose facts have changed since they were read. */
export function versionConflict(): Refusal {
  const refusal = new Refusal('VERSION_CONFLICT');
  refusal.isConflict = true;
  return refusal;
}

/** Objects that are absent and objects of other users get the same answer. */
export const notFound = () => new Refusal('RESOURCE_NOT_FOUND');

export const unusableAccount = () =>
  new Refusal('ACCOUNT_ACCESS_DENIED', 'The social account must be active and verified.');

export const invalid = (path: string, message: string) =>
  new Refusal('VALIDATION_FAILED', path === '' ? message : `${path}: ${message}`, { issues: [{ path, message }] });

/** Refuses a member of staff who acts on an object of their own. `what` completes the sentence "Staff cannot …". */
export function refuseOwn(staffId: number, owners: readonly number[], what: string): void {
  if (owners.includes(staffId)) throw new Refusal('ROLE_NOT_ALLOWED', `Staff cannot ${what}.`);
}

export const invalidState = (status: string, allowedActions: readonly string[]) =>
  new Refusal('INVALID_STATE', `The status is ${status}, which does not allow this.`, {
    status,
    allowedActions,
  });

/** Refuses a duplicate. existingId is null if the other one belongs to another user. */
export const alreadyThere = (
  message: string,
  existingId: number | null,
  status: 'ENDPOINT_EXISTS' | 'ACCOUNT_EXISTS' | 'POST_EXISTS' | 'TAG_EXISTS' | 'GROUP_EXISTS',
) =>
  new Refusal('INVALID_STATE', message, {
    ...{ status, allowedActions: [] },
    ...(existingId !== null && { existingId }),
  });

/** Refuses to exceed a limit. */
export const limitReached = (message: string, allowedActions: readonly string[] = []) =>
  new Refusal('INVALID_STATE', message, { status: 'LIMIT_REACHED', allowedActions });

/** Limits that the database checks in a commit. The names tell them apart, because one commit may check two of them. */
export const limitNames = [
  'api_keys',
  'drafts',
  'campaign_drafts',
  'factories',
  'factory_accounts',
  'factory_posts',
  'factory_account_posts',
  'post_submissions',
  'share_links',
  'tracking_links',
  'tags',
  'tag_groups',
  'webhook_endpoints',
  'open_uploads',
  'files_of_assignment',
  'statements_of_party',
  'published_services',
  'saved_creators',
  'saved_lists',
  'pending_tests',
  'pending_replays',
] as const;
export type LimitName = (typeof limitNames)[number];

/** Refuses a post that is already used: it proves another result, or is in a campaign. */
export class PostInUse extends Refusal {
  constructor() {
    super('INVALID_PROOF', 'This post is already used, for another result or in a campaign. Use another post.');
  }
}

/** Replaces the database's refusal of this limit by `refusal`; rethrows every other error unchanged. */
export const orLimitReached =
  (limit: LimitName, refusal: () => Refusal) =>
  (error: unknown): never => {
    throw error instanceof Refusal && error.details.limit === limit ? refusal() : error;
  };

export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(errorStatus, text);

const defaultMessages: Partial<Record<ErrorCode, string>> = {
  API_KEY_INVALID: 'The API key is missing, invalid, expired or revoked.',
  JWT_INVALID: 'The token is missing, invalid or expired.',
  API_KEY_MISSING_SCOPE: 'The API key has no write scope. Use a key with this scope.',
  insufficient_scope: 'The credential does not allow this operation.',
  ROLE_NOT_ALLOWED: 'Your role does not allow this operation.',
  ACCOUNT_ACCESS_DENIED: 'Your account is suspended.',
  EMAIL_NOT_VERIFIED: 'Your email address is not verified. Open the link in the verification email first.',
  RESOURCE_NOT_FOUND: 'The resource does not exist.',
  METHOD_NOT_ALLOWED: 'The resource does not support this method.',
  VERSION_CONFLICT: 'This has changed since you read it. Read it again, then repeat your change.',
  QUOTE_EXPIRED: 'The quote has expired. Request a new one.',
  PRICE_CHANGED: 'The price or the terms have changed. Request a new quote.',
  IDEMPOTENCY_CONFLICT: 'This Idempotency-Key was used for a different request. Use a new key.',
  IDEMPOTENCY_IN_PROGRESS: 'A request with this Idempotency-Key is still running. Retry later.',
  IDEMPOTENCY_KEY_REQUIRED: 'The Idempotency-Key header must contain exactly one UUID.',
  INSUFFICIENT_FUNDS: 'The available balance does not cover this amount.',
  INVALID_CURSOR: 'The cursor does not belong to this list, or is too old. Begin with the first page.',
  INVALID_MONEY_PRECISION: 'A price has at most two decimal places. Send it as an integer string of cents.',
  PAYLOAD_TOO_LARGE: 'The body is larger than 1 MiB.',
  UNSUPPORTED_MEDIA_TYPE: 'The body must be application/json.',
  RATE_LIMITED: 'Too many requests. Try again later.',
  INTERNAL_ERROR: 'An internal error occurred. Report it with the request id.',
  PRIVATE_UPLOAD_SERVICE_UNAVAILABLE: 'The file storage is unavailable. Try again.',
  WRITE_NOT_AVAILABLE_FOR_FEATURE: 'This feature is disabled. Try again later with the same Idempotency-Key.',
  INVALID_PROOF: 'The file differs from the announced one, or its type is not allowed.',
  INVALID_STATE: 'The state of the object does not allow this operation.',
  CHANNEL_EXISTS: 'You already have this channel.',
  SERVICE_UNAVAILABLE: 'The service is temporarily unavailable. Try again.',
};

/** Throws when a value that must exist is absent: a defect, which the caller sees as a 500. */
export function missing(value: string): never {
  throw new Error(`${value} is missing`);
}
