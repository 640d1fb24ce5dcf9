import { randomBytes } from 'node:crypto';
import { functionResources } from '../deploy/functions.ts';
import type { LocalClock } from './clock.ts';
import { type Command, InvalidCommand, serviceCommands } from './control-commands.ts';
import { type Answer, json, type Request, startEndpoint } from './endpoints/endpoint.ts';
import type { Stoppable } from './process/running.ts';
import { LocalQueues } from './queues.ts';
import type { Services } from './services.ts';
import { InstancePort } from './workers/instance-port.ts';
import { type FunctionBindings, ofEachFunction } from './workers/worker-bindings.ts';
import { workerConfig } from './workers/worker-config.ts';

/** Simulates the Cloudflare environment of the edge functions, and serves control requests from developers and tests. */
export interface Control extends Stoppable {
  /** Contains a secret: only its readers can send control requests. */
  readonly url: string;
  /**
   * Bindings that connect the edge functions at this URL to the clock and the queues of the stack. Each function has the
   * queues that it has in production. An instance consumes only its own messages, so jobs of several instances overlap
   * as those of several consumers in production.
   */
  serve(instanceUrl: string, options?: ServeOptions): FunctionBindings;
  /** Stores the settings of an instance with one Worker, and returns the URL at which it reads them. One that runs reads them at once. */
  settle(instanceUrl: string, settings: FunctionBindings, isRunning: boolean): Promise<string>;
  /** Nothing reaches this instance until it is served again. */
  rest(instanceUrl: string): void;
  /** Runs a cron trigger on the given or the first instance, and returns when the queues are empty. */
  fireCron(cron: string, instanceUrl?: string): Promise<void>;
  /** Ends the work of a temporary stack, and forgets all messages: nothing runs in its edge functions any more. */
  endWork(): Promise<void>;
  /** Adds a control request such as `POST /instances`. */
  addCommand(name: string, command: Command): void;
}

interface ServeOptions {
  /** True: `guest` logs each request with its path, as the event `local.request`. */
  readonly hasRequestLines?: boolean;
}

interface Served {
  readonly instance: InstancePort;
  readonly queues: LocalQueues;
  settings: FunctionBindings | null;
  isResting: boolean;
}

/** Listens on loopback. */
export async function startControl(services: Services): Promise<Control> {
  const { clock } = services;
  const token = randomBytes(32).toString('base64url');
  const instances = new ServedInstances();
  const { queues: configs } = workerConfig();
  // Before the queues, which deliver newly due messages. An instance that is down reads the time when it starts.
  clock.onMove(() => instances.toAll((instance) => instance.setClock(clock.time).catch(() => undefined)));
  const commands = new Map<string, Command>(
    Object.entries({ ...serviceCommands(services), ...instanceCommands(instances, clock) }),
  );
  const endpoint = await startEndpoint({
    handle: (request) => handleCommand(request, token, commands, instances),
    async whenStopped() {
      for (const { queues } of instances.served) queues.stop();
    },
  });
  const url = `${endpoint.url}/${token}`;
  function servedAt(instanceUrl: string): Served {
    const instance = new InstancePort(instanceUrl, token);
    const queues = new LocalQueues(configs, clock, instance.consume);
    return { instance, queues, settings: null, isResting: false };
  }

  return {
    url,
    serve(instanceUrl, { hasRequestLines = false } = {}) {
      const number = instances.numberOf(instanceUrl) ?? instances.add(servedAt(instanceUrl));
      return controlBindings({ url, token, number, hasRequestLines });
    },
    async settle(instanceUrl, settings, isRunning) {
      const served = instances.of(instanceUrl);
      served.settings = settings;
      served.isResting = false;
      if (isRunning) {
        await served.instance.setClock(clock.time);
        await served.instance.readSettings();
      }
      return `${url}/settings/${instances.numberOf(instanceUrl)}`;
    },
    rest(instanceUrl) {
      instances.of(instanceUrl).isResting = true;
    },
    fireCron: (cron, instanceUrl) => instances.fireCron(cron, instanceUrl),
    async endWork() {
      await clock.hold(false);
      for (const { queues } of instances.served) queues.clear();
      await instances.toAll((instance) => instance.untilNothingIsDeferred());
      // Deferred work may have sent messages.
      for (const { queues } of instances.served) queues.clear();
      await instances.untilEmpty();
    },
    addCommand: (name, command) => void commands.set(name, command),
    stop: () => endpoint.stop(),
  };
}

interface ControlAddress {
  readonly url: string;
  readonly token: string;
  /** The number of the instance. */
  readonly number: number;
  readonly hasRequestLines: boolean;
}

/** The bindings by which the edge functions of an instance reach the control. */
export const controlBindings = ({ url, token, number, hasRequestLines }: ControlAddress): FunctionBindings =>
  ofEachFunction((name) => ({
    LOCAL_CONTROL_URL: url,
    LOCAL_CONTROL_TOKEN: token,
    ...(hasRequestLines && name === 'guest' && { LOCAL_REQUEST_LINES: 'true' }),
    LOCAL_QUEUES: workerConfig()
      .producers.filter(({ binding }) => functionResources[name].producers.some((own) => own === binding))
      .map(({ binding, queue }) => `${binding}=/queues/${number}/${queue}`)
      .join(' '),
  }));

class ServedInstances {
  readonly served: Served[] = [];

  numberOf(url: string): number | null {
    const number = this.served.findIndex(({ instance }) => instance.url === url);
    return number === -1 ? null : number;
  }

  /** Returns its number. */
  add = (served: Served): number => this.served.push(served) - 1;

  of(url = this.served[0]?.instance.url): Served {
    const found = this.served.find(({ instance }) => instance.url === url);
    if (!found) throw new InvalidCommand(`No instance of this stack runs at ${url}.`);
    return found;
  }

  at = (url?: string): InstancePort => this.of(url).instance;

  async untilEmpty(): Promise<void> {
    if (this.served.some(({ queues }) => queues.isHeld))
      throw new InvalidCommand('The queues are held. Release them first.');
    await Promise.all(this.served.map(({ queues }) => queues.whenEmpty()));
  }

  async fireCron(cron: string, instanceUrl?: string): Promise<void> {
    const { crons } = workerConfig();
    if (!crons.includes(cron)) throw new InvalidCommand(`wrangler.toml has only these crons: ${crons.join(', ')}`);
    await this.at(instanceUrl).runCron(cron);
    await this.untilEmpty();
  }

  toAll(act: (instance: InstancePort) => Promise<unknown>): Promise<unknown[]> {
    return Promise.all(this.served.filter(({ isResting }) => !isResting).map(({ instance }) => act(instance)));
  }
}

const instanceCommands = (instances: ServedInstances, clock: LocalClock): Readonly<Record<string, Command>> => ({
  'POST /queues': ({ mode }) => {
    if (mode !== 'up' && mode !== 'hold') throw new InvalidCommand('mode must be up or hold');
    for (const { queues } of instances.served) queues.hold(mode === 'hold');
  },
  'POST /queues/empty': () => instances.untilEmpty(),
  'POST /cron': ({ cron, instance }) => instances.fireCron(String(cron), textOf(instance)),
  'POST /run': async ({ jobs }) => {
    if (!Array.isArray(jobs)) throw new InvalidCommand('jobs must be a list');
    instances.served[0]?.queues.send(queueOfJobs, jobs);
    await instances.untilEmpty();
  },
  'POST /jobs': async ({ jobs, instance }) => {
    if (!Array.isArray(jobs)) throw new InvalidCommand('jobs must be a list');
    await instances.at(textOf(instance)).consume(queueOfJobs, asMessages(jobs, clock));
  },
  'POST /end-timeouts': async ({ maxMs }) => {
    if (maxMs !== undefined && typeof maxMs !== 'number') throw new InvalidCommand('maxMs must be a number');
    await instances.toAll((instance) => instance.endTimeouts(maxMs));
  },
  'POST /deferred': async () => void (await instances.toAll((instance) => instance.untilNothingIsDeferred())),
});

async function handleCommand(
  { method, path, headers, body }: Request,
  token: string,
  commands: ReadonlyMap<string, Command>,
  instances: ServedInstances,
): Promise<Answer> {
  if (!path.startsWith(`/${token}/`) || isFromWebPage(headers))
    return json(403, { message: 'Send commands to the controlUrl of running.json, and not from a web page.' });
  const command = path.slice(token.length + 1);
  try {
    const given = parsed(body);
    if (/^\/queues\/\d/.test(command)) return send(instances, command, given);
    if (command.startsWith('/settings/')) return settingsOf(instances, command);
    const run = commands.get(`${method} ${command}`);
    if (!run) return json(404, { message: `Unknown command. Known commands: ${[...commands.keys()].join(', ')}` });
    return json(200, (await run(given)) ?? {});
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError || error instanceof InvalidCommand)
      return json(400, { message: error.message });
    throw error;
  }
}

/** Handles messages that an instance sends to one of its queues: /queues/{number of the instance}/{name}. */
function send({ served }: ServedInstances, path: string, { bodies, delaySeconds }: Record<string, unknown>): Answer {
  const [, , number, queue = ''] = path.split('/');
  const own = served[Number(number)]?.queues;
  if (!own || !Array.isArray(bodies)) return json(404, { message: `There is no queue ${path}.` });
  own.send(queue, bodies, Number(delaySeconds));
  return json(200, {});
}

/** The settings of an instance with one Worker: /settings/{number of the instance}. */
function settingsOf({ served }: ServedInstances, path: string): Answer {
  const settings = served[Number(path.split('/')[2])]?.settings;
  return settings ? json(200, settings) : json(404, { message: `There are no settings ${path}.` });
}

const queueOfJobs = 'castline-jobs';

const textOf = (value: unknown): string | undefined => (value === undefined ? undefined : String(value));

function parsed(body: string): Record<string, unknown> {
  const given: unknown = body === '' ? {} : JSON.parse(body);
  if (typeof given !== 'object' || given === null)
    throw new InvalidCommand('The body of a command must be a JSON object.');
  return { ...given };
}

function asMessages(jobs: readonly unknown[], clock: LocalClock) {
  const timestamp = clock.now().getTime();
  return jobs.map((body) => ({ id: randomBytes(16).toString('hex'), timestamp, attempts: 1, body }));
}

/** A browser sends the origin of the page, or another host. */
const isFromWebPage = ({ origin, host = '' }: Request['headers']): boolean =>
  origin !== undefined || !/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(host);
