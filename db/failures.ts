import {
  type ErrorCode,
  isErrorCode,
  type LimitName,
  limitNames,
  PostInUse,
  Refusal,
  versionConflict,
} from '../schema/shared/errors.ts';

/** Thrown by a commit whose Idempotency-Key another request has just bound. */
export class KeyAlreadyBound extends Error {}

/** Thrown by a commit that timed out waiting for another request with the same Idempotency-Key. */
export class KeyInHand extends Refusal {
  constructor() {
    super('IDEMPOTENCY_IN_PROGRESS', undefined, { retryAfterSeconds: 1 });
  }
}

/** Postgres accepts no connections; meanwhile nothing changes. */
export class Unreachable extends Refusal {
  constructor(cause: unknown) {
    super('SERVICE_UNAVAILABLE', undefined, { retryAfterSeconds: 1 });
    this.cause = cause;
  }
}

interface PostgresFault {
  readonly code: string;
  readonly message: string;
  readonly constraint: string | undefined;
  /** The object that Postgres worked on, such as a row that it waited for. */
  readonly where: string;
}

/** An exception of guard(): its message is the code of a refusal, or the text of limitCode(). */
const guardState = 'CL409';

/** The message that guard() raises when a commit would exceed this limit. */
export const limitCode = (limit: LimitName): string => `LIMIT_REACHED:${limit}`;

const lockTimeout = '55P03';

/** Constraints whose violation is a refusal. */
const constraintCodes: Readonly<Record<string, () => Error>> = {
  ledger_accounts_never_negative: () => new Refusal('INSUFFICIENT_FUNDS'),
  idempotency_keys_pkey: () => new KeyAlreadyBound(),
  ledger_accounts_closed: () => new Refusal('RESOURCE_NOT_FOUND'),
  ledger_transfers_once: versionConflict,
  credit_entries_once: versionConflict,
  proven_posts_pkey: () => new PostInUse(),
  campaign_posts_once: () => new PostInUse(),
  deliverable_proofs_upload_id_key: () => new Refusal('INVALID_PROOF', 'Another result already uses this file.'),
  campaign_proofs_upload_id_key: () => new Refusal('INVALID_PROOF', 'Another proof already uses this screenshot.'),
  quotes_version_once: versionConflict,
  quotes_one_active: versionConflict,
  social_accounts_one_claim: versionConflict,
  social_accounts_proven: versionConflict,
  stats_sessions_one_current: versionConflict,
  campaign_creators_pkey: versionConflict,
  tracking_links_code: versionConflict,
  tags_owner_name: versionConflict,
  tag_groups_name: versionConflict,
  factory_account_tags_tag_id_tags_id_fk: versionConflict,
  channels_once: () => new Refusal('CHANNEL_EXISTS'),
  channels_one_per_account: () => new Refusal('CHANNEL_EXISTS'),
};

// Connection faults, shutdown, resources, time-outs and serialisation: nothing was changed, and a retry may succeed.
const passing = /^(08|53|57P|57014|55P03|40001|40P01|25P0[34]|58|XX000)/;

// Unreachable, disconnected or shut down. Not 53300, which refuses this connection but serves others.
const noConnections = /^(08001|08006|57P0[123])$/;

/** Maps a failed call to Postgres to a refusal, unavailability, or a defect (the error itself). The cause of a refusal explains it. */
export function refusalOf(error: unknown): Error {
  const refusal = meaningOf(error);
  if (refusal !== error) refusal.cause ??= error;
  return refusal;
}

/** The failure for a log, with what Postgres reported. */
export function causeOf(error: unknown): { cause: string; sqlstate?: string; detail?: string } {
  const fault = faultOf(error);
  return { cause: String(error), ...(fault && { sqlstate: fault.code, detail: fault.message }) };
}

function meaningOf(error: unknown): Error {
  const fault = faultOf(error);
  if (fault === undefined) {
    if (!isOfTheEndpoint(error)) return asError(error);
    return isCutOff(error) ? new Unreachable(error) : unavailable(error);
  }
  if (fault.code === guardState && isErrorCode(fault.message)) return raised(fault.message);
  const limit = limitNames.find((name) => fault.code === guardState && fault.message === limitCode(name));
  if (limit !== undefined) return new Refusal('INVALID_STATE', undefined, { status: 'LIMIT_REACHED', limit });
  const known = fault.constraint === undefined ? undefined : constraintCodes[fault.constraint];
  if (known) return known();
  if (fault.code === lockTimeout && fault.where.includes('in relation "idempotency_keys')) return new KeyInHand();
  if (noConnections.test(fault.code)) return new Unreachable(error);
  if (passing.test(fault.code)) return unavailable(error, lostToOthers.has(fault.code));
  return asError(error);
}

/** The driver wraps errors of its fetch, including timeouts, and answers that are not from Postgres. Everything else is a defect. */
const isOfTheEndpoint = (error: unknown): boolean =>
  error instanceof Error && (endpointFailures.has(error.name) || /connection lost/i.test(error.message));

/** The endpoint refused or closed the connection before it answered. One that is silent or answers with an error may serve others. */
function isCutOff(error: unknown): boolean {
  const { sourceError: cause } = error as { sourceError?: unknown };
  return cause instanceof Error && cause.name !== 'TimeoutError' && cause.name !== 'AbortError';
}

// A reply that was cut short fails while it is read or parsed.
const endpointFailures = new Set(['NeonDbError', 'TimeoutError', 'AbortError', 'SyntaxError']);

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

const raised = (code: ErrorCode): Refusal => (code === 'VERSION_CONFLICT' ? versionConflict() : new Refusal(code));

/** Deadlock and serialisation: another commit won, and the same decision may succeed on a retry. */
const lostToOthers = new Set(['40P01', '40001']);

function unavailable(cause: unknown, isConflict = false): Refusal {
  const refusal = new Refusal('SERVICE_UNAVAILABLE', undefined, { retryAfterSeconds: 1 });
  refusal.isConflict = isConflict;
  refusal.cause = cause;
  return refusal;
}

/** The SQLSTATE is on the error of a batch and on the cause of a single query; without one the endpoint was not reached. */
function faultOf(error: unknown): PostgresFault | undefined {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const { constraint, where } = at as Error & { constraint?: unknown; where?: unknown };
    const code = codeOf(at);
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) {
      return {
        code,
        message: at.message,
        constraint: typeof constraint === 'string' ? constraint : undefined,
        where: typeof where === 'string' ? where : '',
      };
    }
  }
  return undefined;
}

/** An endpoint that could not reach Postgres may say why within its answer. */
function codeOf(error: Error): unknown {
  const { code } = error as { code?: unknown };
  if (typeof code === 'string') return code;
  const [, answer] = /^Server error \(HTTP status 5\d\d\): (\{.*)$/s.exec(error.message) ?? [];
  if (answer === undefined) return undefined;
  try {
    return JSON.parse(answer).code;
  } catch {
    return undefined;
  }
}
