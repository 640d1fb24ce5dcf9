import { randomBytes } from 'node:crypto';
import type { LocalClock } from './clock.ts';
import {
  type Answer,
  type Endpoint,
  type EndpointMode,
  endpointModes,
  json,
  type Request,
  startEndpoint,
} from './endpoint.ts';
import { LocalQueues } from './queues.ts';
import type { Stoppable } from './running.ts';
import type { Services } from './services.ts';
import { workerConfig } from './worker-config.ts';
import { WorkerPort } from './worker-port.ts';

/** An order: gets the JSON of its body, gives the JSON of its answer. */
type Order = (body: Record<string, unknown>) => unknown;

/** The control of a local stack: what stands in for Cloudflare around the Worker, and orders for developers and tests. */
export interface Control extends Stoppable {
  readonly url: string;
  /**
   * What the Worker that is to run at this address needs to go by the clock and the queues of this stack. Each consumes what it
   * sent itself: so jobs of several Workers overlap, as those of several consumers do in production.
   */
  serve(workerUrl: string): Readonly<Record<string, string>>;
  /** Runs a cron trigger, of the first Worker where none is named, and ends when the queues that it filled are empty. */
  fireCron(cron: string, workerUrl?: string): Promise<void>;
  /** Hands jobs to the consumer of a Worker, the first where none is named, as the queue does, whatever comes of them. */
  deliver(jobs: readonly unknown[], workerUrl?: string): Promise<void>;
  /** Adds an order such as `POST /workers`. */
  take(name: string, order: Order): void;
}

/** Listens on loopback. A web page is refused: its browser names its origin, or another host. */
export async function startControl(services: Services): Promise<Control> {
  const { clock } = services;
  const token = randomBytes(32).toString('base64url');
  const workers: WorkerPort[] = [];
  const { crons, queues: configs, producers } = workerConfig();
  /** The first where none is named. */
  function workerAt(workerUrl = workers[0]?.url): WorkerPort {
    const worker = workers.find(({ url }) => url === workerUrl);
    if (!worker) throw new Unfit(`${workerUrl} is no Worker of this stack`);
    return worker;
  }
  const queues: LocalQueues[] = [];
  // Before the queues, which deliver what has become due. A Worker that does not answer asks for the time when it begins.
  clock.onMove(() => Promise.all(workers.map((worker) => worker.moveClock(clock.aheadMs).catch(() => undefined))));

  const orders = new Map<string, Order>(Object.entries({ ...ordersOf(services), ...clockOrders(clock) }));
  const control: Omit<Control, 'url' | 'stop'> = {
    serve(workerUrl) {
      const worker = new WorkerPort(workerUrl, token);
      const own = new LocalQueues(configs, clock, worker.consume);
      const number = workers.push(worker) && queues.push(own);
      return {
        LOCAL_CONTROL_URL: endpoint.url,
        LOCAL_CONTROL_TOKEN: token,
        LOCAL_QUEUES: producers.map(({ binding, queue }) => `${binding}=/queues/${number}/${queue}`).join(' '),
      };
    },
    async fireCron(cron, workerUrl) {
      if (!crons.includes(cron)) throw new Unfit(`wrangler.toml has these crons: ${crons.join(', ')}`);
      await workerAt(workerUrl).runCron(cron);
      await whenEmpty();
    },
    async deliver(jobs, workerUrl) {
      await workerAt(workerUrl).consume(jobsQueue, asMessages(jobs, clock));
    },
    take: (name, order) => void orders.set(name, order),
  };
  const whenEmpty = () => Promise.all(queues.map((own) => own.whenEmpty()));
  orders.set('POST /queues', ({ mode }) => {
    if (mode !== 'up' && mode !== 'hold') throw new Unfit('mode is up or hold');
    for (const own of queues) own.hold(mode === 'hold');
  });
  orders.set('POST /queues/empty', async () => void (await whenEmpty()));
  const toAll = (act: (worker: WorkerPort) => Promise<unknown>) => async () =>
    void (await Promise.all(workers.map(act)));
  orders.set(
    'POST /give-up',
    toAll((worker) => worker.giveUp()),
  );
  orders.set(
    'POST /deferred',
    toAll((worker) => worker.untilNothingIsDeferred()),
  );
  orders.set('POST /cron', ({ cron, worker }) => control.fireCron(String(cron), textOf(worker)));
  orders.set('POST /jobs', ({ jobs, worker }) => control.deliver(Array.isArray(jobs) ? jobs : [], textOf(worker)));

  async function handle(request: Request): Promise<Answer> {
    const { method, path, headers, body } = request;
    if (isFromAPage(headers)) return json(403, { message: 'orders come from programs on this machine' });
    try {
      const given: Record<string, unknown> = body === '' ? {} : JSON.parse(body);
      if (/^\/queues\/\d/.test(path)) {
        if (headers.authorization !== token) return json(401, { message: 'only the Worker sends to its queues' });
        return send(path, given);
      }
      const order = orders.get(`${method} ${path}`);
      if (!order) return json(404, { message: `${method} ${path} is no order: ${[...orders.keys()].join(', ')}` });
      return json(200, (await order(given)) ?? {});
    } catch (error) {
      if (error instanceof SyntaxError || error instanceof RangeError || error instanceof Unfit)
        return json(400, { message: error.message });
      throw error;
    }
  }

  function send(path: string, { bodies, delaySeconds }: Record<string, unknown>): Answer {
    const [, , number, queue = ''] = path.split('/');
    queues[Number(number) - 1]?.send(queue, Array.isArray(bodies) ? bodies : [], Number(delaySeconds));
    return json(200, {});
  }

  const endpoint = await startEndpoint({
    handle,
    async whenStopped() {
      for (const own of queues) own.stop();
    },
  });
  return Object.assign(control, { url: endpoint.url, stop: () => endpoint.stop() });
}

const textOf = (value: unknown): string | undefined => (value === undefined ? undefined : String(value));

const jobsQueue = 'castline-jobs';

/** What is wrong with an order. */
class Unfit extends Error {}

function clockOrders(clock: LocalClock): Record<string, Order> {
  const told = () => ({ now: clock.now().toISOString(), aheadMs: clock.aheadMs });
  return {
    'GET /clock': told,
    'POST /clock': async ({ now, onMs }) => {
      const to = new Date(String(now));
      if (typeof onMs === 'number') await clock.moveOn(onMs);
      else if (Number.isNaN(to.getTime())) throw new Unfit('send {"now": "2027-01-31T12:00:00Z"} or {"onMs": 60000}');
      else await clock.move(to);
      return told();
    },
  };
}

/** Count requests, break a service, mend it. */
function ordersOf({ neon, upstash, mail, social, dns, database }: Services): Record<string, Order> {
  const parts: Record<string, Endpoint | undefined> = { neon, upstash, mail, social, dns };
  const modes = Object.entries(parts).map(([name, part]): [string, Order] => [
    `POST /${name}`,
    ({ mode, containing = '' }) => part?.setMode(modeNamed(mode), String(containing)),
  ]);
  return {
    ...Object.fromEntries(modes),
    'GET /counts': () => Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, part?.count])),
    'POST /reset-counts': () => {
      for (const part of Object.values(parts)) part?.resetCount();
    },
    'POST /upstash/flush': () => upstash?.flush(),
    'POST /postgres': ({ action }) => {
      if (action === 'stop') return database?.postgres.stop();
      if (action === 'start') return database?.postgres.start();
      throw new Unfit('action is stop or start');
    },
  };
}

function modeNamed(wanted: unknown): EndpointMode {
  const mode = endpointModes.find((known) => known === wanted);
  if (mode === undefined) throw new Unfit(`mode is one of ${endpointModes.join(', ')}`);
  return mode;
}

function asMessages(jobs: readonly unknown[], clock: LocalClock) {
  const timestamp = clock.now().getTime();
  return jobs.map((body) => ({ id: randomBytes(16).toString('hex'), timestamp, attempts: 1, body }));
}

const isFromAPage = ({ origin, host = '' }: Request['headers']): boolean =>
  origin !== undefined || !/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(host);
