import { openDb } from '../../db/client.ts';
import type { Actor, Ctx, RequestCtx } from '../context.ts';
import type { Bindings } from '../env.ts';
import { type KeyValue, openKeyValue } from '../platform/key-value.ts';
import { nudge, openQueue } from '../platform/queue.ts';
import type { ApiSettings, AuthSettings, CommonSettings, GuestSettings } from '../settings/index.ts';
import { callerAddress } from './address.ts';

/** The context that every route gets. */
export interface RequestContext<Settings> {
  readonly guest: RequestCtx<Settings>;
  readonly keyValue: KeyValue;
  /** The caller's address from the header that only Cloudflare's edge sets. */
  readonly address: string;
}

/** The checks of a call that run beside the first read of its verb. */
export interface CallChecks {
  /** The owner of the credential once it is authenticated. */
  readonly provenId: number | null;
  /** Whether settling has started. */
  readonly hasBegun: boolean;
  /**
   * Runs the verb, and waits for the checks. A verb that saw a former state of its caller runs again: until then it can only have read. The
   * first refusal in the order of the checks wins.
   */
  run<T>(verb: (ctx: Ctx) => Promise<T>): Promise<T>;
  /** Runs a check of the caller. It refuses only an authenticated caller. */
  require(check: (ctx: Ctx) => void): Promise<void>;
  /** Waits for the checks and throws the refusal of the first that failed. True if the caller has changed, or an identical request was running. */
  settle(): Promise<boolean>;
  /** Called once the answer is known. Null if there is no lease to release. */
  end(isBound: boolean): Promise<void> | null;
}

export interface AppEnv<Settings = CommonSettings> {
  Bindings: Bindings;
  Variables: {
    request: RequestContext<Settings>;
    /** The checks of a call with a key or token. */
    checks: CallChecks;
    /** For a call with a key: called each time a caller is authenticated. */
    noteCaller?: (actor: Actor) => void;
    /** The JSON of the body, not yet checked against its schema. `{}` without a body. */
    body: unknown;
    /** Headers that every answer of this request carries, including refusals. */
    answerHeaders: Record<string, string> & { readonly 'x-request-id': string };
    /** True for an answer from the edge cache: its headers are complete, and it is not logged. */
    isComplete: boolean;
  };
}

export type GuestEnv = AppEnv<GuestSettings>;
export type AuthEnv = AppEnv<AuthSettings>;
export type ApiEnv = AppEnv<ApiSettings>;

/** The bindings that workerd passes with a request. */
export interface Execution {
  waitUntil(work: Promise<unknown>): void;
  passThroughOnException(): void;
  props: unknown;
}

export function requestContext<Settings extends CommonSettings>(
  request: Request,
  bindings: Bindings,
  settings: Settings,
  defer: RequestCtx['defer'],
  answerHeaders: AppEnv['Variables']['answerHeaders'],
): RequestContext<Settings> {
  const at = new Date();
  return {
    guest: {
      db: openDb(settings),
      settings,
      requestId: answerHeaders['x-request-id'],
      isHead: request.method === 'HEAD',
      answerHeaders,
      now: () => at,
      defer,
      enqueue: openQueue(bindings),
      nudge: () => defer(nudge(bindings)),
    },
    keyValue: openKeyValue(settings),
    address: callerAddress(request),
  };
}

const saneId = /^[\w.-]{1,128}$/;

/** The caller's X-Request-Id if it is well-formed, otherwise a new one. */
export function requestIdOf(request: Request): string {
  const given = request.headers.get('x-request-id');
  return given !== null && saneId.test(given) ? given : crypto.randomUUID();
}
