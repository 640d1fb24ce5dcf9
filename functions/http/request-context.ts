import { openDb } from '../../db/client.ts';
import type { Ctx, GuestCtx } from '../context.ts';
import { type Bindings, settingsOf } from '../env.ts';
import { type KeyValue, openKeyValue } from '../platform/key-value.ts';
import { nudge, openQueue } from '../platform/queue.ts';
import { callerAddress } from './address.ts';

/** What a request brings to every route. */
export interface RequestContext {
  readonly guest: GuestCtx;
  readonly keyValue: KeyValue;
  /** The caller's address, as only the edge can know it. */
  readonly address: string;
}

export interface AppEnv {
  Bindings: Bindings;
  Variables: {
    request: RequestContext;
    ctx: Ctx;
    /** Headers that every answer of this request carries, a refusal too. */
    answerHeaders: Record<string, string>;
    /** The answer came from the edge cache, complete with its headers: nothing is added and nothing is logged. */
    isComplete: boolean;
  };
}

export function requestContext(
  request: Request,
  bindings: Bindings,
  defer: GuestCtx['defer'],
  requestId: string,
): RequestContext {
  const settings = settingsOf(bindings);
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
