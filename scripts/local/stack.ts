import path from 'node:path';
import { bundleDirectory } from './bundle.ts';
import { freePort } from './free-port.ts';
import { startAll } from './running.ts';
import { type ServiceOptions, type Services, startServices } from './services.ts';
import { startWorker, type WorkerServer } from './worker-server.ts';

export interface StackOptions extends ServiceOptions {
  /** The Worker's port; a free one where none is given. */
  port?: number;
  /** The directory of the built Worker. */
  bundle?: string;
  /** Gets each line that the Worker logs. */
  log?(line: string): void;
}

export interface Stack {
  readonly baseUrl: string;
  readonly dataDir: string;
  readonly services: Services;
  readonly bindings: Record<string, string>;
  /** One more instance of the Worker, over the same database, Redis and files; gives its address. */
  startAnotherWorker(): Promise<string>;
  /** Hands jobs to the consumer of a Worker, the first where no address is given, as the queue does. */
  deliver(jobs: readonly unknown[], worker?: string): Promise<void>;
  stop(): Promise<void>;
}

/** The built Worker in workerd, and all that it stands on, on loopback. */
export function startStack(options: StackOptions): Promise<Stack> {
  return startAll(async (running) => {
    const { dataDir, bundle = bundleDirectory, log = console.log } = options;
    const services = running.keep(await startServices(options));
    const port = options.port ?? (await freePort());
    const baseUrl = `http://127.0.0.1:${port}`;
    const bindings = services.bindings(baseUrl);
    const workers = new Map<string, WorkerServer>();

    async function start(ownPort: number, folder: string): Promise<string> {
      const storage = path.join(dataDir, folder);
      const worker = running.keep(await startWorker({ port: ownPort, bundle, bindings, storage, log }));
      workers.set(worker.url, worker);
      return worker.url;
    }

    async function startAnotherWorker(): Promise<string> {
      const ownPort = await freePort();
      return start(ownPort, `worker-${ownPort}`);
    }

    async function deliver(jobs: readonly unknown[], worker = baseUrl): Promise<void> {
      const consumer = workers.get(worker);
      if (!consumer) throw new Error(`${worker} is no Worker of this stack`);
      await consumer.deliver(jobs);
    }

    await start(port, 'worker');
    return { baseUrl, dataDir, services, bindings, startAnotherWorker, deliver, stop: () => running.stop() };
  });
}
