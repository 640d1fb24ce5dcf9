import path from 'node:path';
import { type Control, startControl } from './control.ts';
import { freePort } from './process/free-port.ts';
import { startAll } from './process/running.ts';
import { type ServiceOptions, type Services, startServices } from './services.ts';
import { bundleDirectory } from './workers/bundle.ts';
import { killRuntimes } from './workers/kill-runtimes.ts';
import { type FunctionBindings, storeEndpoint } from './workers/worker-bindings.ts';
import { allSettings, type Functions, startFunctions } from './workers/worker-server.ts';

export interface StackOptions extends ServiceOptions {
  /** The port of `guest`, which forwards each request to the edge function of its path; a free one by default. */
  port?: number;
  /** The directory of the built edge functions. */
  bundle?: string;
  /** Called for each log line of the edge functions. */
  log?(line: string): void;
  /** True: each request is also logged with its path, as the event `local.request`. */
  hasRequestLines?: boolean;
  /** True: the edge functions log as much as in a deployment, and have the time of the machine: no clock moves them. */
  isAsDeployed?: boolean;
  /** True: one Worker in one process runs all edge functions, which starts in half of the time. */
  isOneProcess?: boolean;
}

export interface Stack {
  readonly baseUrl: string;
  /** The URL of each edge function's own socket. In one process all have the URL of `guest`. */
  readonly urls: Functions['urls'];
  readonly dataDir: string;
  readonly services: Services;
  readonly bindings: FunctionBindings;
  /** The S3 endpoint of its own object store; the settings may name another one. */
  readonly storeUrl: string;
  readonly control: Control;
  /** Starts one more instance of the edge functions on the same database, Redis and files, and returns its URL. */
  startAnotherInstance(): Promise<string>;
  /**
   * Makes a temporary stack in one process as new, which is cheaper than another one: the edge functions go on with these settings, everything else is
   * empty, and the clock goes back to that of the machine. No id returns, so that what the edge functions remember of former rows is never used.
   * Further instances wait until the next one is wanted.
   */
  reset(options: Pick<StackOptions, 'environment' | 'hasRequestLines'>): Promise<void>;
  /** False while Postgres is stopped. */
  readonly isResettable: boolean;
  stop(): Promise<void>;
}

/** The built edge functions in workerd with all their services, on loopback. */
export function startStack(options: StackOptions): Promise<Stack> {
  return startAll(async (running) => {
    const { dataDir, bundle = bundleDirectory, log = console.log, isAsDeployed, isOneProcess } = options;
    const services = running.keep(await startServices(options));
    const port = options.port ?? (await freePort());
    const baseUrl = `http://127.0.0.1:${port}`;
    const control = running.keep(await startControl(services));
    const storePort = await freePort();
    const storeUrl = `http://127.0.0.1:${storePort}`;
    let { hasRequestLines = false } = options;
    let bindings = services.bindings(baseUrl, storeUrl);

    const picturesOf = (url: string) => (url === baseUrl ? undefined : baseUrl);
    /** Gives one Worker at this URL its settings, and returns the URL at which it reads them. */
    const settle = (url: string, isRunning: boolean): Promise<string> => {
      const local = control.serve(url, { hasRequestLines });
      return control.settle(url, allSettings({ bindings, local, picturesOf: picturesOf(url) }), isRunning);
    };

    async function start(ownPort: number, folder: string): Promise<Functions> {
      const storage = path.join(dataDir, folder);
      const url = `http://127.0.0.1:${ownPort}`;
      const local = control.serve(url, { hasRequestLines });
      const settingsUrl = isOneProcess ? await settle(url, false) : undefined;
      return running.keep(
        await startFunctions({
          port: ownPort,
          storePort: url === baseUrl ? storePort : 0,
          ...{ bundle, bindings, local, storage, isAsDeployed, settingsUrl, log },
          picturesOf: picturesOf(url),
        }),
      );
    }

    /** The URLs of further instances, those that run at first. */
    const others: string[] = [];
    let inUse = 0;
    async function startAnotherInstance(): Promise<string> {
      inUse += 1;
      const resting = others[inUse - 1];
      if (resting !== undefined) {
        await settle(resting, true);
        return resting;
      }
      const ownPort = await freePort();
      const url = `http://127.0.0.1:${ownPort}`;
      others.push(url);
      await start(ownPort, `worker-${ownPort}`);
      return url;
    }

    control.addCommand('POST /instances', async () => ({ baseUrl: await startAnotherInstance() }));
    control.addCommand('POST /kill-runtimes', () => killRuntimes(baseUrl));
    async function reset(next: Parameters<Stack['reset']>[0]): Promise<void> {
      await control.endWork();
      for (const url of others) control.rest(url);
      inUse = 0;
      await services.reset();
      await services.clock.restart();
      hasRequestLines = next.hasRequestLines ?? false;
      bindings = services.bindings(baseUrl, storeUrl, next.environment);
      await settle(baseUrl, true);
    }

    const { urls } = await start(port, 'worker');
    return {
      ...{ baseUrl, urls, dataDir, services, control, startAnotherInstance, reset },
      storeUrl: storeEndpoint(storeUrl),
      get bindings() {
        return bindings;
      },
      get isResettable() {
        return services.database?.postgres.pid !== undefined;
      },
      stop: () => running.stop(),
    };
  });
}
