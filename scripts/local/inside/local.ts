import type { StackTime } from '../clock.ts';
import { setTime } from './clock.ts';
import { untilPausesHaveLooked } from './pauses.ts';
import { giveUp } from './timeouts.ts';
import worker from './worker.js';

/** What the local stack adds to the bindings of the Worker. */
interface Local {
  readonly LOCAL_CONTROL_URL: string;
  readonly LOCAL_CONTROL_TOKEN: string;
  /** Of each producer: binding=path of its queue, with spaces between. */
  readonly LOCAL_QUEUES: string;
  /** When it is set, each request is logged with its path. */
  readonly LOCAL_REQUEST_LINES?: string;
}
type Env = Parameters<typeof worker.fetch>[1] & Local;
type Execution = Parameters<typeof worker.fetch>[2];
type Batch = Parameters<typeof worker.queue>[0];

interface Delivered {
  readonly queue: string;
  readonly messages: readonly { id: string; attempts: number; body: unknown }[];
}

/**
 * The built Worker as the local stack runs it: it goes by the clock of the stack, sends to the queues of the stack, and takes
 * orders from it. No deployed build has this module.
 */
export default {
  async fetch(request: Request, env: Env, execution: Execution): Promise<Response> {
    if (!isReady) await begin(env);
    const own = bindingsOf(env);
    if (!request.url.includes(ordersPath)) return answered(request, own, execution);
    const { pathname } = new URL(request.url);
    if (!pathname.startsWith(ordersPath) || request.headers.get('authorization') !== env.LOCAL_CONTROL_TOKEN)
      return answered(request, own, execution);
    return obey(pathname.slice(ordersPath.length), await request.json(), own);
  },
};

const ordersPath = '/.local/';

/** This wrapper logs requests because the Worker must not log paths, and does not see the requests that the edge cache answers. */
async function answered(request: Request, env: Env, execution: Execution): Promise<Response> {
  if (env.LOCAL_REQUEST_LINES === undefined) return worker.fetch(request, env, counting(execution));
  const startedAt = performance.now();
  const answer = await worker.fetch(request, env, counting(execution));
  const { method, url } = request;
  const durationMs = Math.round(performance.now() - startedAt);
  const line = { event: 'local.request', method, path: new URL(url).pathname, status: answer.status, durationMs };
  console.log(JSON.stringify(line));
  return answer;
}

/** How much is being done behind answers. */
let deferred = 0;

function counting(execution: Execution): Execution {
  async function counted(work: Promise<unknown>): Promise<void> {
    deferred += 1;
    await work.catch(() => undefined);
    deferred -= 1;
  }
  return {
    props: execution.props,
    passThroughOnException: () => execution.passThroughOnException(),
    waitUntil(work) {
      execution.waitUntil(work);
      execution.waitUntil(counted(work));
    },
  };
}

async function obey(order: string, body: unknown, env: Env): Promise<Response> {
  switch (order) {
    case 'clock':
      setTime(given<StackTime>(body));
      await untilPausesHaveLooked();
      return Response.json({});
    case 'deferred':
      while (deferred > 0) await new Promise((resolve) => setTimeout(resolve, 5));
      return Response.json({});
    case 'give-up':
      giveUp(given<{ mostMs?: number }>(body).mostMs ?? Number.POSITIVE_INFINITY);
      return Response.json({});
    case 'scheduled':
      await worker.scheduled(given<{ cron: string }>(body), env);
      return Response.json({});
    case 'queue':
      return Response.json({ again: await consume(given<Delivered>(body), env) });
    default:
      return Response.json({ message: `${order} is no order` }, { status: 404 });
  }
}

/** Gives the ids of the messages that the consumer wants again: where it throws, all that it did not acknowledge. */
async function consume({ queue, messages }: Delivered, env: Env): Promise<string[]> {
  const settled = new Map<string, 'ack' | 'retry'>();
  const batch: Batch = {
    queue,
    messages: messages.map((message) => ({
      ...message,
      ack: () => void settled.set(message.id, 'ack'),
      retry: () => void settled.set(message.id, 'retry'),
    })),
  };
  const hasEnded = await worker.queue(batch, env).then(
    () => true,
    () => false,
  );
  return messages.map(({ id }) => id).filter((id) => (settled.get(id) ?? (hasEnded ? 'ack' : 'retry')) === 'retry');
}

let isReady = false;

/** A new isolate begins at the time that the stack has reached. */
async function begin(env: Env): Promise<void> {
  const answer = await fetch(`${env.LOCAL_CONTROL_URL}/clock`);
  setTime(given<StackTime>(await answer.json()));
  isReady = true;
}

let known: { env: Env; own: Env } | undefined;

/** The same object for each request, as workerd gives the same one. */
function bindingsOf(env: Env): Env {
  if (known?.env !== env) known = { env, own: { ...env, ...producersOf(env) } };
  return known.own;
}

function producersOf({ LOCAL_QUEUES, LOCAL_CONTROL_URL }: Env): object {
  const producer = (path: string) => ({
    async sendBatch(messages: readonly { body: unknown }[], { delaySeconds = 0 } = {}): Promise<void> {
      const sent = await fetch(LOCAL_CONTROL_URL + path, {
        method: 'POST',
        body: JSON.stringify({ bodies: messages.map(({ body }) => body), delaySeconds }),
      });
      if (!sent.ok) throw new Error(`${path} answered ${sent.status} ${await sent.text()}`);
    },
  });
  const named = LOCAL_QUEUES.split(' ').map((pair) => pair.split('='));
  return Object.fromEntries(named.map(([binding = '', path = '']) => [binding, producer(path)]));
}

/** Safe: scripts/local/control.ts sends what is named here; nobody else has the token. */
function given<Body>(body: unknown): Body {
  return body as Body;
}
