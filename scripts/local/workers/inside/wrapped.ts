import { serverOf } from '../../../../functions/groups.ts';
import type { StackTime } from '../../clock.ts';
import { commandsPath, type LocalServices, pictureOf, picturesOf, producersOf } from './local-services.ts';
import type { Batch, Execution, Worker } from './worker.js';

type Peer = Neighbour | { fetch(request: Request): Promise<Response> };

/** The local additions to the bindings of an edge function. */
export interface Local extends LocalServices {
  /** The way to other services, without the Worker that Miniflare puts in front of it. `wrangler dev` has none. */
  readonly LOCAL_NETWORK?: { readonly fetch: typeof fetch };
  /** When set, `guest` logs each request with its path. */
  readonly LOCAL_REQUEST_LINES?: string;
  /** A service binding of `api`, too. */
  readonly AUTH?: Peer;
  /** Only `guest` has the others: it receives the requests and the control requests of the stack. */
  readonly API?: Peer;
  readonly JOBS_FUNCTION?: Peer;
}
export type Env = Record<string, unknown> & Local;

interface Delivered {
  readonly queue: string;
  readonly messages: readonly { id: string; attempts: number; body: unknown }[];
}

/** The commands of the control that move the time of an isolate. */
export interface Clock {
  setTime(time: StackTime): void;
  untilTimersHaveChecked(): Promise<void>;
  endTimeouts(maxMs: number): void;
}

/**
 * Wraps a built edge function for the local stack: it uses the queues and the clock of the stack, and serves its
 * control requests. `guest` forwards each request to the edge function of its path, as the routes of a deployment do.
 * No deployed build has this module. Without a clock the isolate has the time of the machine.
 */
export class Wrapped {
  readonly #worker: Worker;
  readonly #clock: Clock | null;
  #isReady = false;
  /** The number of tasks that continue after responses. */
  #deferred = 0;
  #known: { env: Env; own: Env } | undefined;

  constructor(worker: Worker, clock: Clock | null) {
    this.#worker = worker;
    this.#clock = clock;
  }

  async fetch(request: Request, env: Env, execution: Execution): Promise<Response> {
    if (!this.#isReady) await this.#begin(env);
    const path = pathOf(request);
    if (path.startsWith(commandsPath) && request.headers.get('authorization') === env.LOCAL_CONTROL_TOKEN)
      return this.#handleCommand(path.slice(commandsPath.length), request, this.#bindingsOf(env), execution);
    return env.LOCAL_REQUEST_LINES === undefined || env.API === undefined
      ? this.#respond(path, request, env, this.#clock === null ? execution : this.#counting(execution))
      : this.#respondAndLog(path, request, env, this.#counting(execution));
  }

  /** A new isolate reads the current time of the stack. */
  async #begin(env: Env): Promise<void> {
    const { LOCAL_NETWORK: network } = env;
    if (network !== undefined) globalThis.fetch = (input, init) => network.fetch(input, init);
    if (this.#clock !== null) {
      const answer = await fetch(`${env.LOCAL_CONTROL_URL}/clock`);
      this.#clock.setTime(given<StackTime>(await answer.json()));
    }
    this.#isReady = true;
  }

  /** The same object for each request, as in workerd. */
  #bindingsOf(env: Env): Env {
    if (this.#known?.env !== env) this.#known = { env, own: { ...env, ...producersOf(env), ...picturesOf(env) } };
    return this.#known.own;
  }

  #respond(pathname: string, request: Request, env: Env, execution: Execution): Promise<Response> {
    const server = serverOf(pathname);
    const isFront = env.API !== undefined;
    const peer = isFront && server === 'auth' ? env.AUTH : server === 'api' ? env.API : undefined;
    if (peer !== undefined) return ask(peer, forwarded(request), execution);
    if (this.#worker.fetch === undefined) throw new Error(`this edge function serves no paths: ${pathname}`);
    return Promise.resolve(this.#worker.fetch(request, this.#bindingsOf(env), execution));
  }

  /** This wrapper logs requests because the edge functions must not log paths, and the edge cache answers without them. */
  async #respondAndLog(pathname: string, request: Request, env: Env, execution: Execution): Promise<Response> {
    const startedAt = performance.now();
    const answer = await this.#respond(pathname, request, env, execution);
    const durationMs = Math.round(performance.now() - startedAt);
    const line = { event: 'local.request', method: request.method, path: pathname, status: answer.status, durationMs };
    console.log(JSON.stringify(line));
    return answer;
  }

  #counting(execution: Execution): Execution {
    const counted = async (work: Promise<unknown>): Promise<void> => {
      this.#deferred += 1;
      await work.catch(() => undefined);
      this.#deferred -= 1;
    };
    return {
      props: execution.props,
      passThroughOnException: () => execution.passThroughOnException(),
      waitUntil(work) {
        execution.waitUntil(work);
        execution.waitUntil(counted(work));
      },
    };
  }

  async #handleCommand(command: string, request: Request, env: Env, execution: Execution): Promise<Response> {
    const isFront = env.API !== undefined;
    const peers = isFront ? [env.AUTH, env.API, env.JOBS_FUNCTION].filter((peer) => peer !== undefined) : [];
    const isForAll = command === 'clock' || command === 'deferred' || command === 'end-timeouts';
    const isForJobs = command === 'scheduled' || command === 'queue';
    if (isForJobs && env.JOBS_FUNCTION !== undefined) return ask(env.JOBS_FUNCTION, request, execution);
    const passedOn = isForAll ? peers.map((peer) => ask(peer, request.clone() as Request, execution)) : [];
    const own = await this.#runCommand(command, await request.json(), env);
    const failed = (await Promise.all(passedOn)).find(({ ok }) => !ok);
    return failed ?? own;
  }

  async #runCommand(command: string, body: unknown, env: Env): Promise<Response> {
    const clock = this.#clock;
    switch (command) {
      case 'clock':
        clock?.setTime(given<StackTime>(body));
        await clock?.untilTimersHaveChecked();
        return Response.json({});
      case 'deferred':
        while (this.#deferred > 0) await new Promise((resolve) => setTimeout(resolve, 5));
        return Response.json({});
      case 'end-timeouts':
        clock?.endTimeouts(given<{ maxMs?: number }>(body).maxMs ?? Number.POSITIVE_INFINITY);
        return Response.json({});
      case 'scheduled':
        await this.#worker.scheduled?.(given<{ cron: string }>(body), env);
        return Response.json({});
      case 'queue':
        return Response.json({ retried: await this.#consume(given<Delivered>(body), env) });
      case 'picture':
        return pictureOf(given<{ key: string }>(body).key, env);
      default:
        return Response.json({ message: `Unknown command ${command}.` }, { status: 404 });
    }
  }

  /** Returns the ids of the messages to retry: when the consumer throws, all without an acknowledgement. */
  async #consume({ queue, messages }: Delivered, env: Env): Promise<string[]> {
    const settled = new Map<string, 'ack' | 'retry'>();
    const batch: Batch = {
      queue,
      messages: messages.map((message) => ({
        ...message,
        ack: () => void settled.set(message.id, 'ack'),
        retry: () => void settled.set(message.id, 'retry'),
      })),
    };
    if (this.#worker.queue === undefined) throw new Error('this edge function consumes no queue');
    const hasEnded = await this.#worker.queue(batch, env).then(
      () => true,
      () => false,
    );
    return messages.map(({ id }) => id).filter((id) => (settled.get(id) ?? (hasEnded ? 'ack' : 'retry')) === 'retry');
  }
}

/** An edge function in the same isolate. */
export class Neighbour {
  readonly #wrapped: Wrapped;
  readonly #env: Env;

  constructor(wrapped: Wrapped, env: Env) {
    this.#wrapped = wrapped;
    this.#env = env;
  }

  answer(request: Request, execution: Execution): Promise<Response> {
    return this.#wrapped.fetch(request, this.#env, execution);
  }

  /** As a service binding calls it. */
  fetch(request: Request): Promise<Response> {
    return this.answer(request, { props: {}, passThroughOnException: () => undefined, waitUntil: () => undefined });
  }
}

const ask = (peer: Peer, request: Request, execution: Execution): Promise<Response> =>
  peer instanceof Neighbour ? peer.answer(request, execution) : peer.fetch(request);

/** The path as sent. Parsing each URL would add to what the benchmarks measure. */
function pathOf({ url }: Request): string {
  const query = url.indexOf('?');
  return url.slice(url.indexOf('/', 'https://'.length), query === -1 ? undefined : query);
}

/**
 * `guest` compresses for its caller; the others do not, because workerd would pass the encoding on to all callers. The address of a caller on
 * this machine is the one that Cloudflare would add.
 */
function forwarded(request: Request): Request {
  const headers = new Headers(request.headers);
  headers.set('accept-encoding', 'identity');
  if (!headers.has('cf-connecting-ip')) headers.set('cf-connecting-ip', '127.0.0.1');
  return new Request(request, { headers });
}

/** Safe: scripts/local/control.ts sends these types, and only it has the token. */
function given<Body>(body: unknown): Body {
  return body as Body;
}
