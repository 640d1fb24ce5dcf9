import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Running } from '../local/process/running.ts';
import { bundleDirectory } from '../local/workers/bundle.ts';
import { ofEachFunction } from '../local/workers/worker-bindings.ts';
import { edgeFunction, startAlone } from '../local/workers/worker-server.ts';
import type { Bench } from './bench.ts';
import type { LoadRequest } from './load.ts';
import { activeQuotes, type IssuedQuote } from './orders.ts';
import { type RecordedCall, type RecordedCheckout, type Recorder, startRecorder } from './recorder.ts';

/** A checkout by a key of its own. */
export interface Checkout {
  readonly key: string;
  readonly quote: IssuedQuote;
}

export const post = (apiKey: string, path: string, body: object): LoadRequest => ({
  method: 'POST',
  path: `/api/v1/public/placement-orders/${path}`,
  headers: {
    authorization: `Bearer ${apiKey}`,
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
  },
  body: JSON.stringify(body),
});

export const checkoutRequest = ({
  key,
  quote: { orderId, quoteId, quoteVersion, payloadHash },
}: Checkout): LoadRequest => post(key, `${orderId}/checkout`, { quoteId, quoteVersion, payloadHash, confirm: true });

/** Quotes the orders, and pairs each with a key. */
export async function quotedCheckouts(
  { stack, client }: Bench,
  keys: readonly string[],
  orders: readonly number[],
): Promise<Checkout[]> {
  await eachAtOnce(orders, (id) =>
    answered(stack.urls.api, post(keys[0] ?? '', `${id}/quote`, { expectedVersion: 1 })),
  );
  return (await activeQuotes(client, orders)).map((quote, n) => ({ key: keys[n] ?? '', quote }));
}

/** Lets the edge function read each key, and waits until that read is over a second old: then a checkout proves the key beside its facts. */
export async function haveSeen(url: string, checkouts: readonly Checkout[]): Promise<void> {
  const wallet = (key: string): LoadRequest => ({
    path: '/api/v1/public/wallet',
    headers: { authorization: `Bearer ${key}` },
  });
  await eachAtOnce(checkouts, ({ key }) => answered(url, wallet(key)));
  await sleep(1_100);
}

export interface CheckoutRecorder {
  /** Records the calls of the checkouts. Their commits are not executed, so nothing changes. */
  record(checkouts: readonly Checkout[]): Promise<RecordedCheckout[]>;
  stop(): Promise<void>;
}

/** Another `api`, whose calls to Postgres and Redis are recorded. */
export async function startCheckoutRecorder({ stack, neonUrl, redisUrl }: Bench): Promise<CheckoutRecorder> {
  const running = new Running();
  const neon = running.keep(await startRecorder(neonUrl, /changes\.bind_answer/));
  const redis = running.keep(await startRecorder(redisUrl));
  const services = { NEON_FETCH_ENDPOINT: `${neon.url}/sql`, UPSTASH_REDIS_REST_URL: redis.url };
  const bindings = ofEachFunction((name) => ({ ...stack.bindings[name], ...services }));
  const api = edgeFunction('api', {
    bundle: bundleDirectory,
    bindings,
    local: stack.control.serve('http://127.0.0.1:9'),
    isAsDeployed: true,
  });
  const storage = `${stack.dataDir}/recorder`;
  const url = await startAlone(running, api, { storage, log: () => undefined });
  return {
    async record(checkouts) {
      const recorded: RecordedCheckout[] = [];
      let missing = checkouts;
      for (let attempt = 0; attempt < attempts && missing.length > 0; attempt++) {
        await haveSeen(url, missing);
        const requests = missing.map(checkoutRequest);
        await eachAtOnce(requests, (request) => sent(url, request));
        const found = requests.map((request) => recordedOf(request, neon, redis));
        for (const { calls } of [neon, redis]) calls.length = 0;
        recorded.push(...found.filter((calls) => calls !== null));
        missing = missing.filter((_, n) => found[n] === null);
      }
      if (missing.length > 0) throw new Error(`${missing.length} checkouts did not make the expected calls`);
      return recorded;
    },
    stop: () => running.stop(),
  };
}

/** On a busy machine an edge function skips Redis for five seconds: such a checkout makes other calls. */
const attempts = 10;

/** Its calls contain its Idempotency-Key: the facts with the proof, the lease and the commit. Null when it made others. */
function recordedOf({ headers }: LoadRequest, neon: Recorder, redis: Recorder): RecordedCheckout | null {
  const ofKey = ({ body }: RecordedCall) => body.includes(headers?.['idempotency-key'] ?? '-');
  const [facts, commit, ...others] = neon.calls.filter(ofKey);
  const lease = redis.calls.find(ofKey);
  if (!facts?.body.includes('reads.key_by_prefix') || !commit || !lease || others.length > 0) return null;
  return { facts, redis: lease, commit };
}

async function eachAtOnce<T>(inputs: readonly T[], act: (input: T) => Promise<unknown>): Promise<void> {
  const waiting = [...inputs];
  const next = async (): Promise<void> => {
    for (let input = waiting.shift(); input !== undefined; input = waiting.shift()) await act(input);
  };
  await Promise.all(Array.from({ length: 8 }, next));
}

async function answered(url: string, request: LoadRequest): Promise<void> {
  const { status, body } = await sent(url, request);
  if (status > 299) throw new Error(`${request.path} answered ${status}: ${body}`);
}

async function sent(url: string, { path, ...request }: LoadRequest): Promise<{ status: number; body: string }> {
  const answer = await fetch(url + path, request);
  return { status: answer.status, body: await answer.text() };
}
