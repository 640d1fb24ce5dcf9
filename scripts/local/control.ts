import { randomBytes } from 'node:crypto';
import { functionResources } from '../deploy/functions.ts';
import type { LocalClock } from './clock.ts';
import { InvalidOrder, type Order, serviceOrders } from './control-orders.ts';
import { type Answer, json, type Request, startEndpoint } from './endpoints/endpoint.ts';
import type { Stoppable } from './process/running.ts';
import { LocalQueues } from './queues.ts';
import type { Services } from './services.ts';
import { type FunctionBindings, ofEachFunction } from './workers/worker-bindings.ts';
import { workerConfig } from './workers/worker-config.ts';
import { WorkerPort } from './workers/worker-port.ts';

/** Simulates Cloudflare's environment of the Worker, and serves control requests of developers and tests. */
export interface Control extends Stoppable {
  /** Contains a secret: only its readers can send control requests. */
  readonly url: string;
  /**
   * Bindings that connect the edge functions at this URL to the clock and the queues of the stack. Each function has the
   * queues that it has in production. An instance consumes only its own messages, so jobs of several instances overlap
   * as those of several consumers in production.
   */
  serve(workerUrl: string, options?: ServeOptions): FunctionBindings;
  /** Runs a cron trigger on the given or the first Worker, and returns when the queues are empty. */
  fireCron(cron: string, workerUrl?: string): Promise<void>;
  /** Adds a control request such as `POST /workers`. */
  take(name: string, order: Order): void;
}

interface ServeOptions {
  /** True: `guest` logs each request with its path, as the event `local.request`. */
  readonly hasRequestLines?: boolean;
}

interface Served {
  readonly worker: WorkerPort;
  readonly queues: LocalQueues;
}

/** Listens on loopback. */
export async function startControl(services: Services): Promise<Control> {
  const { clock } = services;
  const token = randomBytes(32).toString('base64url');
  const workers = new ServedWorkers();
  const { queues: configs, producers } = workerConfig();
  // Before the queues, which deliver newly due messages. A Worker that is down reads the time when it starts.
  clock.onMove(() => workers.toAll((worker) => worker.setClock(clock.time).catch(() => undefined)));
  const orders = new Map<string, Order>(
    Object.entries({ ...serviceOrders(services), ...workerOrders(workers, clock) }),
  );
  const endpoint = await startEndpoint({
    handle: (request) => obey(request, token, orders, workers),
    async whenStopped() {
      for (const { queues } of workers.served) queues.stop();
    },
  });
  const url = `${endpoint.url}/${token}`;
  return {
    url,
    serve(workerUrl, { hasRequestLines = false } = {}) {
      const worker = new WorkerPort(workerUrl, token);
      const number = workers.served.push({ worker, queues: new LocalQueues(configs, clock, worker.consume) }) - 1;
      return ofEachFunction((name) => ({
        LOCAL_CONTROL_URL: url,
        LOCAL_CONTROL_TOKEN: token,
        ...(hasRequestLines && name === 'guest' && { LOCAL_REQUEST_LINES: 'true' }),
        LOCAL_QUEUES: producers
          .filter(({ binding }) => functionResources[name].producers.some((own) => own === binding))
          .map(({ binding, queue }) => `${binding}=/queues/${number}/${queue}`)
          .join(' '),
      }));
    },
    fireCron: (cron, workerUrl) => workers.fireCron(cron, workerUrl),
    take: (name, order) => void orders.set(name, order),
    stop: () => endpoint.stop(),
  };
}

class ServedWorkers {
  readonly served: Served[] = [];

  at(url = this.served[0]?.worker.url): WorkerPort {
    const found = this.served.find(({ worker }) => worker.url === url);
    if (!found) throw new InvalidOrder(`No Worker of this stack runs at ${url}.`);
    return found.worker;
  }

  async untilEmpty(): Promise<void> {
    if (this.served.some(({ queues }) => queues.isHeld))
      throw new InvalidOrder('The queues are held: they do not empty.');
    await Promise.all(this.served.map(({ queues }) => queues.whenEmpty()));
  }

  async fireCron(cron: string, workerUrl?: string): Promise<void> {
    const { crons } = workerConfig();
    if (!crons.includes(cron)) throw new InvalidOrder(`wrangler.toml has these crons: ${crons.join(', ')}`);
    await this.at(workerUrl).runCron(cron);
    await this.untilEmpty();
  }

  toAll(act: (worker: WorkerPort) => Promise<unknown>): Promise<unknown[]> {
    return Promise.all(this.served.map(({ worker }) => act(worker)));
  }
}

const workerOrders = (workers: ServedWorkers, clock: LocalClock): Readonly<Record<string, Order>> => ({
  'POST /queues': ({ mode }) => {
    if (mode !== 'up' && mode !== 'hold') throw new InvalidOrder('mode is up or hold');
    for (const { queues } of workers.served) queues.hold(mode === 'hold');
  },
  'POST /queues/empty': () => workers.untilEmpty(),
  'POST /cron': ({ cron, worker }) => workers.fireCron(String(cron), textOf(worker)),
  'POST /jobs': async ({ jobs, worker }) => {
    if (!Array.isArray(jobs)) throw new InvalidOrder('jobs is a list');
    await workers.at(textOf(worker)).consume(queueOfJobs, asMessages(jobs, clock));
  },
  'POST /give-up': async ({ mostMs }) => {
    if (mostMs !== undefined && typeof mostMs !== 'number') throw new InvalidOrder('mostMs is a number');
    await workers.toAll((worker) => worker.giveUp(mostMs));
  },
  'POST /deferred': async () => void (await workers.toAll((worker) => worker.untilNothingIsDeferred())),
});

async function obey(
  { method, path, headers, body }: Request,
  token: string,
  orders: ReadonlyMap<string, Order>,
  workers: ServedWorkers,
): Promise<Answer> {
  if (!path.startsWith(`/${token}/`) || isFromAPage(headers))
    return json(403, { message: 'Send orders to the controlUrl of running.json, and not from a web page.' });
  const order = path.slice(token.length + 1);
  try {
    const given = parsed(body);
    if (/^\/queues\/\d/.test(order)) return send(workers, order, given);
    const known = orders.get(`${method} ${order}`);
    if (!known) return json(404, { message: `Unknown order. Known orders: ${[...orders.keys()].join(', ')}` });
    return json(200, (await known(given)) ?? {});
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError || error instanceof InvalidOrder)
      return json(400, { message: error.message });
    throw error;
  }
}

/** Handles messages of a Worker to one of its queues: /queues/{its number}/{name}. */
function send({ served }: ServedWorkers, path: string, { bodies, delaySeconds }: Record<string, unknown>): Answer {
  const [, , number, queue = ''] = path.split('/');
  const own = served[Number(number)]?.queues;
  if (!own || !Array.isArray(bodies)) return json(404, { message: `There is no queue ${path}.` });
  own.send(queue, bodies, Number(delaySeconds));
  return json(200, {});
}

const queueOfJobs = 'castline-jobs';

const textOf = (value: unknown): string | undefined => (value === undefined ? undefined : String(value));

function parsed(body: string): Record<string, unknown> {
  const given: unknown = body === '' ? {} : JSON.parse(body);
  if (typeof given !== 'object' || given === null) throw new InvalidOrder('An order is a JSON object.');
  return { ...given };
}

function asMessages(jobs: readonly unknown[], clock: LocalClock) {
  const timestamp = clock.now().getTime();
  return jobs.map((body) => ({ id: randomBytes(16).toString('hex'), timestamp, attempts: 1, body }));
}

/** A browser sends the page's origin, or another host. */
const isFromAPage = ({ origin, host = '' }: Request['headers']): boolean =>
  origin !== undefined || !/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(host);
