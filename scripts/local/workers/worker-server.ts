import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { convertV4MiniflareOptions, Log, LogLevel, type V4WorkerOptions } from 'miniflare';
import { type EdgeFunction, edgeFunctions } from '../../../functions/settings/index.ts';
import { functionResources, varsOf } from '../../deploy/functions.ts';
import { freePort, isPortFree, portTaken } from '../process/free-port.ts';
import { type Running, type Stoppable, startAll } from '../process/running.ts';
import { SetupProblem } from '../process/setup-problem.ts';
import { bundleDirectory } from './bundle.ts';
import { type Module, type ProcessWorkers, withLateModules } from './late-modules.ts';
import { createMiniflare } from './runtime-process.ts';
import { type FunctionBindings, ofEachFunction } from './worker-bindings.ts';
import { workerConfig } from './worker-config.ts';
import { directoryOf, localEntries, modulesOf, workerEntry } from './worker-modules.ts';

export interface Functions extends Stoppable {
  /** The URL of each edge function's own socket. In one process all have the URL of `guest`. */
  readonly urls: Readonly<Record<EdgeFunction, string>>;
}

export interface FunctionsOptions {
  /** The port of `guest`, which forwards each request to the edge function of its path, as the routes of a deployment do. */
  port: number;
  /** The port of the object store. */
  storePort: number;
  /** The directory of the built edge functions, with their assets. */
  bundle: string;
  bindings: FunctionBindings;
  /** The local additions to the settings of each. */
  local: FunctionBindings;
  /** The folder for the files of R2 and the cache. */
  storage: string;
  /** The URL of the instance with the public pictures; undefined: this instance stores them. */
  picturesOf?: string | undefined;
  /** True: the edge functions log as much as in a deployment, and have the time of the machine: no clock moves them. */
  isAsDeployed?: boolean | undefined;
  /** The URL at which one Worker for all of them reads their settings. It starts in half of the time. Undefined: each has its own process. */
  settingsUrl?: string | undefined;
  /** Called for each log line of an edge function. */
  log(line: string): void;
}

/**
 * Serves the built edge functions in workerd, each in its own process without a `settingsUrl`: four to six times faster than `wrangler dev`,
 * which watches and proxies. The process of `guest` also has the object store.
 */
export function startFunctions(options: FunctionsOptions): Promise<Functions> {
  const { bundle, storage, port, log, settingsUrl } = options;
  for (const name of edgeFunctions) {
    const entry = path.join(directoryOf(bundle, name), workerEntry);
    if (!existsSync(entry)) throw new SetupProblem(`${entry} does not exist. Run "npm run build" first.`);
  }
  rmSync(path.join(storage, 'cache'), { recursive: true, force: true }); // a deployment begins with a cold cache too
  return startAll(async (running) => {
    const assets = path.join(bundle, 'assets');
    mkdirSync(assets, { recursive: true });
    if (!(await isPortFree(port))) throw portTaken(port);
    const files = filesWorker(assets, options.picturesOf === undefined);
    const store = { log, storage, port: options.storePort };
    const start = (entry: V4WorkerOptions) =>
      startProcess(running, store, withLateModules([onOwnSocket(entry, port), files]));
    if (settingsUrl !== undefined) {
      await start(allFunctions({ ...options, settingsUrl }));
      return { urls: ofEachFunction(() => `http://127.0.0.1:${port}`), stop: () => running.stop() };
    }
    const sockets = { guest: port, auth: await freePort(), api: await freePort(), jobs: await freePort() };
    await Promise.all(
      behindGuest.map((name) => {
        const alone = { log, port: 0, storage: path.join(storage, name) };
        const called = Object.entries(functionResources[name].services);
        const services = Object.fromEntries(called.map(([binding, callee]) => [binding, peerAt(sockets[callee])]));
        const worker = onOwnSocket(edgeFunction(name, options, services), sockets[name]);
        return startProcess(running, alone, withLateModules([worker]));
      }),
    );
    const peers = Object.fromEntries(behindGuest.map((name) => [bindingOf[name], peerAt(sockets[name])]));
    await start(edgeFunction('guest', options, { ...peers, ASSETS: 'files' }));
    const urls = ofEachFunction((name) => `http://127.0.0.1:${sockets[name]}`);
    return { urls, stop: () => running.stop() };
  });
}

const peerAt = (port: number) => ({ external: { address: `127.0.0.1:${port}`, http: {} } });

const behindGuest = ['auth', 'api', 'jobs'] as const;
const bindingOf = { auth: 'AUTH', api: 'API', jobs: 'JOBS_FUNCTION' } as const;

/** Starts one Worker in a process of its own, and returns the URL of its socket. */
export async function startAlone(
  running: Running,
  worker: V4WorkerOptions,
  options: Pick<FunctionsOptions, 'storage' | 'log'>,
): Promise<string> {
  const port = await freePort();
  await startProcess(running, { ...options, port: 0 }, { workers: [onOwnSocket(worker, port)] });
  return `http://127.0.0.1:${port}`;
}

/**
 * Gives a Worker a port of its own, which does not pass Miniflare's entry Worker: that one takes two thirds of the
 * throughput of workerd. The port stays the same when Miniflare restarts a killed workerd.
 */
const onOwnSocket = (worker: V4WorkerOptions, port: number): V4WorkerOptions => ({
  ...worker,
  unsafeDirectSockets: [{ host: '127.0.0.1', port }],
});

/** Starts Workers in one workerd process. The entry Worker of Miniflare, which serves the object store, listens on the port; 0 selects a free one. */
async function startProcess(
  running: Running,
  { port, storage, log }: Pick<FunctionsOptions, 'port' | 'storage' | 'log'>,
  workers: ProcessWorkers,
): Promise<void> {
  const options = convertV4MiniflareOptions({
    host: '127.0.0.1',
    port,
    cf: false,
    logRequests: false,
    log: new Log(LogLevel.WARN),
    resourcePersistencePath: storage,
    handleStructuredLogs: ({ message }) => log(message),
    ...workers,
  });
  const miniflare = createMiniflare(options);
  try {
    await miniflare.ready;
  } catch (error) {
    await miniflare.dispose().catch(() => {});
    throw (await isPortFree(port)) ? error : portTaken(port);
  }
  running.keep({ stop: () => miniflare.dispose() });
}

type FunctionOptions = Pick<FunctionsOptions, 'bundle' | 'bindings' | 'local' | 'picturesOf' | 'isAsDeployed'>;

/** All edge functions in one Worker, which reads their settings from the control, so that those can change while it runs. */
function allFunctions({
  bundle,
  settingsUrl,
  local,
  picturesOf,
}: FunctionOptions & { settingsUrl: string }): V4WorkerOptions {
  const own = { LOCAL_SETTINGS_URL: settingsUrl, LOCAL_CONTROL_TOKEN: local.guest.LOCAL_CONTROL_TOKEN };
  const modules = edgeFunctions.flatMap((name) =>
    modulesOf(bundle, name).map((module) => ({ ...module, path: `${name}/${module.path}` })),
  );
  return inWrapper('all', modules, own, localEntries.all, {
    ...bucketOf(picturesOf),
    serviceBindings: { ASSETS: 'files' },
  });
}

/** The bucket of public pictures; another instance has it when `picturesOf` names one. */
function bucketOf(picturesOf: string | undefined): Pick<V4WorkerOptions, 'r2Buckets'> {
  const { PICTURES } = Object(workerConfig().workerOptions.r2Buckets);
  return picturesOf === undefined ? { r2Buckets: { PICTURES } } : {};
}

const picturesAt = (picturesOf: string | undefined) => (picturesOf ? { LOCAL_PICTURES_URL: picturesOf } : {});

/** An edge function as the local stack runs it. */
export function edgeFunction(
  name: EdgeFunction,
  options: FunctionOptions,
  serviceBindings: V4WorkerOptions['serviceBindings'] = {},
): V4WorkerOptions {
  const { bundle, picturesOf, isAsDeployed = false } = options;
  const own = textBindings(name, options);
  const entry = isAsDeployed ? localEntries.machineTime : localEntries.stackTime;
  const buckets = name === 'guest' ? bucketOf(picturesOf) : {};
  return inWrapper(name, modulesOf(bundle, name), own, entry, { ...buckets, serviceBindings });
}

/** The settings of an edge function, with the local additions. */
export function textBindings(
  name: EdgeFunction,
  { bindings, local, picturesOf, isAsDeployed = false }: Omit<FunctionOptions, 'bundle'>,
): Record<string, string> {
  const deployed = isAsDeployed ? varsOf(functionResources[name]) : {};
  return { ...bindings[name], ...local[name], ...deployed, ...picturesAt(picturesOf) };
}

/** The settings of all edge functions in one Worker. */
export const allSettings = (options: Parameters<typeof textBindings>[1]): FunctionBindings =>
  ofEachFunction((name) => textBindings(name, options));

/**
 * A built Worker in the wrapper of the local stack. Safe: wrangler created the options for this Miniflare; only its type has lost their
 * names.
 */
export function inWrapper(
  name: string,
  modules: readonly Module[],
  bindings: Record<string, unknown>,
  entry: (typeof localEntries)[keyof typeof localEntries],
  { serviceBindings, ...options }: Partial<V4WorkerOptions> = {},
): V4WorkerOptions {
  const { compatibilityDate, compatibilityFlags, versionMetadata } = workerConfig().workerOptions;
  const wrapper = { path: entry, contents: readFileSync(path.join(bundleDirectory, entry), 'utf8') };
  return {
    name,
    ...{ compatibilityDate, compatibilityFlags, versionMetadata },
    modules: [wrapper, ...modules].map((module) => ({ type: 'ESModule', ...module })),
    bindings,
    serviceBindings: { ...serviceBindings, LOCAL_NETWORK: network },
    ...options,
  } as V4WorkerOptions;
}

/**
 * The network without the Worker that Miniflare puts in front of it, which took a quarter of the CPU of a Worker that makes one call. No
 * deployment has it.
 */
const network = { network: { allow: ['public', 'private'], tlsOptions: { trustBrowserCas: true } } };

/**
 * A separate Worker for the assets, because the asset router in front of `guest` would cost two thirds of the throughput. It also has the
 * buckets of the stack, so that Miniflare serves them by S3: no edge function has the binding of private files.
 */
const filesWorker = (directory: string, isStore: boolean): V4WorkerOptions =>
  ({
    name: 'files',
    compatibilityDate: workerConfig().compatibilityDate,
    modules: [
      {
        type: 'ESModule',
        path: 'files.js',
        contents: 'export default { fetch: (request, env) => env.ASSETS.fetch(request) };',
      },
    ],
    assets: { directory, binding: 'ASSETS', routerConfig: { has_user_worker: true } },
    ...(isStore && { r2Buckets: workerConfig().workerOptions.r2Buckets }),
  }) as V4WorkerOptions;
