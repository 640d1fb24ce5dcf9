import path from 'node:path';
import { bundleDirectory } from './bundle.ts';
import { freePort } from './free-port.ts';
import { startAll } from './running.ts';
import { type ServiceOptions, type Services, startServices } from './services.ts';
import { startWorker } from './worker-server.ts';

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
  /** Hands jobs to the Worker's consumer, as the queue does. */
  deliver(jobs: readonly unknown[]): Promise<void>;
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

    async function startAnotherWorker(): Promise<string> {
      const ownPort = await freePort();
      const storage = path.join(dataDir, `worker-${ownPort}`);
      return running.keep(await startWorker({ port: ownPort, bundle, bindings, storage, log })).url;
    }

    const storage = path.join(dataDir, 'worker');
    const { deliver } = running.keep(await startWorker({ port, bundle, bindings, storage, log }));
    return { baseUrl, dataDir, services, bindings, startAnotherWorker, deliver, stop: () => running.stop() };
  });
}
