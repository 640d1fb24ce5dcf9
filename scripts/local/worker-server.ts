import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { convertV4MiniflareOptions, Log, LogLevel, type V4WorkerOptions } from 'miniflare';
import { bundleDirectory } from './bundle.ts';
import { isPortFree, portTaken } from './free-port.ts';
import { createMiniflare } from './runtime-process.ts';
import { SetupProblem } from './setup-problem.ts';
import { workerConfig } from './worker-config.ts';
import { localEntry, workerEntry, workerModules } from './worker-modules.ts';

export interface WorkerOptions {
  port: number;
  /** The directory of the built Worker, with its assets. */
  bundle: string;
  bindings: Record<string, string>;
  /** Where R2 and the cache keep their files. */
  storage: string;
  /** Gets each line that the Worker logs. */
  log(line: string): void;
}

export interface WorkerServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** Serves the built Worker in workerd: four to six times faster than `wrangler dev`, which watches and proxies. */
export async function startWorker({ port, bundle, bindings, storage, log }: WorkerOptions): Promise<WorkerServer> {
  const entry = path.join(bundle, workerEntry);
  if (!existsSync(entry)) throw new SetupProblem(`${entry} is not there: run "npm run build" first.`);
  rmSync(path.join(storage, 'cache'), { recursive: true, force: true }); // a deployment begins with a cold cache too
  const assets = path.join(bundle, 'assets');
  mkdirSync(assets, { recursive: true });
  const options = convertV4MiniflareOptions({
    host: '127.0.0.1',
    port,
    cf: false,
    logRequests: false,
    log: new Log(LogLevel.WARN),
    resourcePersistencePath: storage,
    handleStructuredLogs: ({ message }) => log(message),
    workers: [builtWorker(bundle, bindings), assetsWorker(assets)],
  });
  const miniflare = createMiniflare(options);
  try {
    await miniflare.ready;
  } catch (error) {
    await miniflare.dispose().catch(() => {});
    throw (await isPortFree(port)) ? error : portTaken(port);
  }
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => miniflare.dispose(),
  };
}

/** Safe: wrangler made the options for this very Miniflare; only its type has lost their names. */
function builtWorker(bundle: string, bindings: Record<string, string>): V4WorkerOptions {
  // The queues are those of the stack.
  const {
    assets: _assets,
    queueProducers: _producers,
    queueConsumers: _consumers,
    ...options
  } = workerConfig().workerOptions;
  const local = { path: localEntry, contents: readFileSync(path.join(bundleDirectory, localEntry), 'utf8') };
  const modules = [local, ...workerModules(bundle)].map((module) => ({ type: 'ESModule', ...module }));
  return { ...options, name: 'castline', modules, bindings, serviceBindings: { ASSETS: 'assets' } } as V4WorkerOptions;
}

// A Worker of its own: the asset router in front of ours would take two thirds of the throughput.
function assetsWorker(directory: string): V4WorkerOptions {
  const contents = 'export default { fetch: (request, env) => env.ASSETS.fetch(request) };';
  const { compatibilityDate } = workerConfig();
  return {
    name: 'assets',
    compatibilityDate,
    modules: [{ type: 'ESModule', path: 'assets.js', contents }],
    assets: { directory, binding: 'ASSETS', routerConfig: { has_user_worker: true } },
  };
}
