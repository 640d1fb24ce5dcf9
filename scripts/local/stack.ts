import path from 'node:path';
import { type Control, startControl } from './control.ts';
import { freePort } from './process/free-port.ts';
import { startAll } from './process/running.ts';
import { type ServiceOptions, type Services, startServices } from './services.ts';
import { bundleDirectory } from './workers/bundle.ts';
import { killRuntimes } from './workers/kill-runtimes.ts';
import type { FunctionBindings } from './workers/worker-bindings.ts';
import { type Functions, startFunctions } from './workers/worker-server.ts';

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
  readonly control: Control;
  /** Starts one more instance of the edge functions on the same database, Redis and files, and returns its URL. */
  startAnotherInstance(): Promise<string>;
  /**
   * Makes a temporary stack as new, which is cheaper than another one: the edge functions go on, everything else is empty, and the clock goes back
   * to that of the machine. No id returns, so that what the edge functions remember of former rows is never used.
   */
  reset(): Promise<void>;
  /** False while Postgres is stopped, and once there is another instance, whose process goes on. */
  readonly isResettable: boolean;
  stop(): Promise<void>;
}

/** The built edge functions in workerd with all their services, on loopback. */
export function startStack(options: StackOptions): Promise<Stack> {
  return startAll(async (running) => {
    const { dataDir, bundle = bundleDirectory, log = console.log, hasRequestLines = false } = options;
    const { isAsDeployed, isOneProcess } = options;
    const services = running.keep(await startServices(options));
    const port = options.port ?? (await freePort());
    const baseUrl = `http://127.0.0.1:${port}`;
    const control = running.keep(await startControl(services));
    const storePort = await freePort();
    const bindings = services.bindings(baseUrl, `http://127.0.0.1:${storePort}`);

    async function start(ownPort: number, folder: string): Promise<Functions> {
      const storage = path.join(dataDir, folder);
      const url = `http://127.0.0.1:${ownPort}`;
      const local = control.serve(url, { hasRequestLines });
      return running.keep(
        await startFunctions({
          port: ownPort,
          storePort: url === baseUrl ? storePort : 0,
          bundle,
          bindings,
          local,
          storage,
          isAsDeployed,
          isOneProcess,
          log,
          picturesOf: url === baseUrl ? undefined : baseUrl,
        }),
      );
    }

    let isAlone = true;
    async function startAnotherInstance(): Promise<string> {
      isAlone = false;
      const ownPort = await freePort();
      await start(ownPort, `worker-${ownPort}`);
      return `http://127.0.0.1:${ownPort}`;
    }

    control.addCommand('POST /instances', async () => ({ baseUrl: await startAnotherInstance() }));
    control.addCommand('POST /kill-runtimes', () => killRuntimes(baseUrl));
    async function reset(): Promise<void> {
      await control.endWork();
      await services.reset();
      await services.clock.restart();
    }

    const { urls } = await start(port, 'worker');
    return {
      ...{ baseUrl, urls, dataDir, services, bindings, control, startAnotherInstance, reset },
      get isResettable() {
        return isAlone && services.database?.postgres.pid !== undefined;
      },
      stop: () => running.stop(),
    };
  });
}
