import { openDb } from '../../db/client.ts';
import type { Ctx, RequestCtx } from '../context.ts';
import type { Bindings } from '../env.ts';
import { type KeyValue, openKeyValue } from '../platform/key-value.ts';
import { nudge, openQueue } from '../platform/queue.ts';
import type { ApiSettings, AuthSettings, CommonSettings, GuestSettings } from '../settings/index.ts';
import { callerAddress } from './address.ts';

/** What a request brings to every route. */
export interface RequestContext<Settings> {
  readonly guest: RequestCtx<Settings>;
  readonly keyValue: KeyValue;
  /** The caller's address, as only the edge can know it. */
  readonly address: string;
}

export interface AppEnv<Settings = CommonSettings> {
  Bindings: Bindings;
  Variables: {
    request: RequestContext<Settings>;
    ctx: Ctx;
    /** Headers that every answer of this request carries, a refusal too. */
    answerHeaders: Record<string, string> & { readonly 'x-request-id': string };
    /** The answer came from the edge cache, complete with its headers: nothing is added and nothing is logged. */
    isComplete: boolean;
  };
}

export type GuestEnv = AppEnv<GuestSettings>;
export type AuthEnv = AppEnv<AuthSettings>;
export type ApiEnv = AppEnv<ApiSettings>;

/** What workerd gives with a request. */
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

/** The caller's X-Request-Id when it is a sane one, else one of ours. */
export function requestIdOf(request: Request): string {
  const given = request.headers.get('x-request-id');
  return given !== null && saneId.test(given) ? given : crypto.randomUUID();
}
