import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { routePrefixes } from '../../functions/groups.ts';
import { type EdgeFunction, edgeFunctions, settingNamesOf } from '../../functions/settings/index.ts';
import { projectRoot } from '../local/process/project-root.ts';
import { directoryOf, workerEntry } from '../local/workers/worker-modules.ts';
import { functionResources, varsOf } from './functions.ts';

/** The deployed environments. */
export const environments = ['staging', 'production'] as const;
export type Environment = (typeof environments)[number];

/** The parts of wrangler.toml for one environment, as wrangler parses them. */
interface Shared {
  readonly compatibility_date?: string;
  readonly compatibility_flags: string[];
  readonly rules: object[];
  readonly vars: Readonly<Record<string, unknown>>;
  readonly r2_buckets: readonly { binding: string; bucket_name?: string }[];
  readonly queues: {
    readonly producers?: readonly { binding: string; queue: string }[];
    readonly consumers?: readonly { queue: string; dead_letter_queue?: string }[];
  };
  readonly triggers: { readonly crons?: string[] };
  readonly observability?: object;
  readonly logpush?: boolean;
}

const generated = path.join(projectRoot, 'scripts/deploy/generated');

/** The path of the committed file for an edge function and an environment. */
export const configFile = (environment: Environment, name: EdgeFunction): string =>
  path.join(generated, environment, `${name}.json`);

/** The name of an edge function on Cloudflare. */
export const deployedName = (environment: Environment, name: EdgeFunction): string => `castline-${environment}-${name}`;

/** The text of each file for `wrangler deploy` by its path: one file for each edge function and environment. */
export function configTexts(): ReadonlyMap<string, string> {
  return new Map(
    environments.flatMap((environment) => {
      const shared = sharedOf(environment);
      return edgeFunctions.map((name): [string, string] => {
        const file = configFile(environment, name);
        return [file, `${JSON.stringify(configOf(environment, name, shared, path.dirname(file)), null, 2)}\n`];
      });
    }),
  );
}

/** The committed files that differ from the output of `npm run configs`, by their paths in the project. */
export const staleConfigs = (): readonly string[] =>
  [...configTexts()]
    .filter(([file, text]) => !existsSync(file) || readFileSync(file, 'utf8') !== text)
    .map(([file]) => path.relative(projectRoot, file));

/** The plain settings in the committed file of an edge function. */
export function committedVars(environment: Environment, name: EdgeFunction): Readonly<Record<string, string>> {
  const { vars = {} }: { vars?: Record<string, string> } = JSON.parse(
    readFileSync(configFile(environment, name), 'utf8'),
  );
  return vars;
}

function configOf(environment: Environment, name: EdgeFunction, shared: Shared, directory: string): object {
  const resources = functionResources[name];
  const fromHere = (file: string) => path.relative(directory, path.join(projectRoot, file));
  const { producers = [], consumers = [] } = shared.queues;
  const own = new Set<string>(settingNamesOf(name));
  const bucketOf = (wanted: string) => shared.r2_buckets.find(({ binding }) => binding === wanted)?.bucket_name;
  const buckets = { S3_BUCKET: bucketOf('FILES'), S3_PUBLIC_BUCKET: bucketOf('PICTURES') };
  const routes = routesOf(name, shared.vars.BASE_URL);
  return {
    name: deployedName(environment, name),
    main: fromHere(
      path.relative(projectRoot, path.join(directoryOf(path.join(projectRoot, 'dist'), name), workerEntry)),
    ),
    no_bundle: true,
    base_dir: fromHere(path.relative(projectRoot, directoryOf(path.join(projectRoot, 'dist'), name))),
    rules: shared.rules,
    compatibility_date: shared.compatibility_date,
    compatibility_flags: shared.compatibility_flags,
    send_metrics: false,
    upload_source_maps: true,
    workers_dev: false,
    preview_urls: false,
    ...(routes.length > 0 && { routes }),
    vars: Object.fromEntries(
      Object.entries({ ...varsOf(resources), ...shared.vars, ...buckets }).filter(([setting]) => own.has(setting)),
    ),
    version_metadata: { binding: 'VERSION' },
    ...(resources.hasPublicFiles && {
      assets: { directory: fromHere('dist/assets'), binding: 'ASSETS', run_worker_first: true },
      r2_buckets: shared.r2_buckets.filter(({ binding }) => binding === 'PICTURES').map(withoutLocal),
    }),
    ...(Object.keys(resources.services).length > 0 && {
      services: Object.entries(resources.services).map(([binding, called]) => ({
        binding,
        service: deployedName(environment, called),
      })),
    }),
    ...(resources.cpuMs !== null && { limits: { cpu_ms: resources.cpuMs } }),
    ...(resources.isNearDatabase && { placement: { mode: 'smart' } }),
    queues: {
      producers: producers.filter(({ binding }) => resources.producers.some((queue) => queue === binding)),
      ...(resources.isConsumer && { consumers }),
    },
    ...(resources.isConsumer && { triggers: { crons: shared.triggers.crons } }),
    ...(shared.logpush !== undefined && { logpush: shared.logpush }),
    observability: {
      ...shared.observability,
      logs: {
        enabled: true,
        head_sampling_rate: 1,
        invocation_logs: resources.hasInvocationLogs,
      },
    },
  };
}

const withoutLocal = ({ binding, bucket_name }: { binding: string; bucket_name?: string }) => ({
  binding,
  bucket_name,
});

type Route = string | { readonly pattern: string; readonly custom_domain: true };

/**
 * The routes of an edge function below the host of BASE_URL. Cloudflare prefers the longest pattern and also compares
 * the query, so each ends with an asterisk. The whole host is a custom domain, for which Cloudflare creates the DNS
 * record and the certificate; a route below the same host is preferred to it.
 */
export function routesOf(name: EdgeFunction, baseUrl: unknown): Route[] {
  if (typeof baseUrl !== 'string') return [];
  const { hostname } = new URL(baseUrl);
  return routePrefixes
    .filter(({ on }) => on === name)
    .map(({ prefix }) => (prefix === '/' ? { pattern: hostname, custom_domain: true } : `${hostname}${prefix}*`));
}

/** wrangler.toml for one environment. */
export function sharedOf(environment: Environment): Shared {
  const { unstable_readConfig }: typeof import('wrangler') = createRequire(import.meta.url)('wrangler');
  return unstable_readConfig(
    { config: path.join(projectRoot, 'wrangler.toml'), env: environment },
    { hideWarnings: true },
  );
}
