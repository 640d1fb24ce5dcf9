import { unstable_getMiniflareWorkerOptions, unstable_readConfig } from 'wrangler';
import { projectRoot } from './project-root.ts';

/** What wrangler.toml says of the Worker as it runs here. */
export interface WorkerConfig {
  /** Bindings, queues and the rest, for Miniflare. */
  readonly workerOptions: Record<string, unknown>;
  readonly compatibilityDate: string;
  readonly crons: string[];
  /** Plain settings. */
  readonly vars: Record<string, string>;
  readonly bucketName: string;
  readonly s3Credentials: { accessKeyId: string; secretAccessKey: string } | undefined;
}

let known: WorkerConfig | undefined;

export function workerConfig(): WorkerConfig {
  known ??= read();
  return known;
}

function read(): WorkerConfig {
  const config = unstable_readConfig({ config: `${projectRoot}wrangler.toml` }, { hideWarnings: true });
  const bucket = config.r2_buckets[0];
  return {
    workerOptions: unstable_getMiniflareWorkerOptions(config).workerOptions,
    compatibilityDate: config.compatibility_date ?? '',
    crons: config.triggers.crons ?? [],
    vars: Object.fromEntries(Object.entries(config.vars).map(([name, value]) => [name, String(value)])),
    bucketName: bucket?.bucket_name ?? '',
    s3Credentials: bucket?.local_dev?.experimental_s3_credentials,
  };
}
