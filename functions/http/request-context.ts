import { openDb } from '../../db/client.ts';
import type { Ctx, RequestCtx } from '../context.ts';
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

export interface AppEnv<Settings = CommonSettings> {
  Bindings: Bindings;
  Variables: {
    request: RequestContext<Settings>;
    ctx: Ctx;
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
  requestId: string,
): RequestContext<Settings> {
  const at = new Date();
  const enqueue = openQueue(bindings);
  return {
    guest: {
      db: openDb(settings),
      settings,
      requestId,
      now: () => at,
      defer,
      enqueue,
      nudge: () => defer(nudge(enqueue)),
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
