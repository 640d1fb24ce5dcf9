import { setTimeout as sleep } from 'node:timers/promises';
import type { Mutation } from './mutations.ts';
import type { Victim } from './victims.ts';

export interface Outcome {
  /** Acknowledged: a success. Refused: the request is invalid. Unknown: the change was made or not. */
  readonly kind: 'acknowledged' | 'refused' | 'unknown';
  readonly text: string;
  readonly isReplay: boolean;
  readonly retryAfterSeconds: number;
}

/** Sends all mutations at once, and kills the victim after this number of responses. */
export async function sendAndKill(
  baseUrl: string,
  victim: Victim,
  mutations: readonly Mutation[],
  killAfter: number,
): Promise<readonly Outcome[]> {
  let answered = 0;
  return Promise.all(
    mutations.map(async (mutation) => {
      const outcome = await send(baseUrl, mutation);
      answered += 1;
      if (answered === killAfter) victim.kill();
      return outcome;
    }),
  );
}

const retryTimeoutMs = 90_000;

/** Retries the same request with the same key until its result is known. */
export async function retryUntilKnown(baseUrl: string, mutation: Mutation): Promise<Outcome> {
  const startedAt = Date.now();
  for (;;) {
    const outcome = await send(baseUrl, mutation);
    if (outcome.kind !== 'unknown' || Date.now() - startedAt > retryTimeoutMs) return outcome;
    await sleep(Math.max(outcome.retryAfterSeconds * 1_000, 200));
  }
}

async function send(baseUrl: string, { method, path, body, key, apiKey }: Mutation): Promise<Outcome> {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', 'idempotency-key': key };
  try {
    const response = await fetch(`${baseUrl}/api/v1/public${path}`, { method, headers, body: JSON.stringify(body) });
    const text = await response.text();
    return {
      kind: response.ok ? 'acknowledged' : isUnknown(response.status, text) ? 'unknown' : 'refused',
      text: response.ok ? text : `${response.status} ${text}`,
      isReplay: response.headers.get('idempotent-replayed') === 'true',
      retryAfterSeconds: Number(response.headers.get('retry-after') ?? 0),
    };
  } catch (error) {
    return { kind: 'unknown', text: String(error), isReplay: false, retryAfterSeconds: 0 };
  }
}

const isUnknown = (status: number, text: string): boolean => status >= 500 || text.includes('IDEMPOTENCY_IN_PROGRESS');
