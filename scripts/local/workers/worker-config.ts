import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { projectRoot } from '../process/project-root.ts';
import type { QueueConfig } from '../queues.ts';

/** The parts of wrangler.toml for the local edge functions. */
export interface WorkerConfig {
  /** Bindings, queues and the rest, for Miniflare. */
  readonly workerOptions: Record<string, unknown>;
  readonly compatibilityDate: string;
  readonly compatibilityFlags: readonly string[];
  /** The buckets as wrangler.toml writes them. */
  readonly buckets: readonly object[];
  readonly crons: string[];
  readonly queues: readonly QueueConfig[];
  /** The queue of each binding. */
  readonly producers: readonly { binding: string; queue: string }[];
  /** Plain settings. */
  readonly vars: Record<string, string>;
  readonly bucketName: string;
  readonly publicBucketName: string;
  readonly s3Credentials: { accessKeyId: string; secretAccessKey: string } | undefined;
}

/** The parts of wrangler.toml as wrangler parses them. */
interface ConsumerConfig {
  readonly queue: string;
  readonly max_batch_size?: number;
  readonly max_retries?: number;
  readonly retry_delay?: number;
  readonly dead_letter_queue?: string;
}
interface ProducerConfig {
  readonly binding: string;
  readonly queue: string;
}

interface BucketConfig {
  readonly binding: string;
  readonly bucket_name?: string;
  readonly local_dev?: { readonly experimental_s3_credentials?: { accessKeyId: string; secretAccessKey: string } };
}

let known: WorkerConfig | undefined;

export function workerConfig(): WorkerConfig {
  known ??= kept() ?? keep(read());
  return known;
}

const source = path.join(projectRoot, 'wrangler.toml');
const keptFile = path.join(projectRoot, 'dist/worker-config.json');

/** The cached result for this exact file, because importing wrangler takes one second. */
function kept(): WorkerConfig | undefined {
  try {
    const { sha256, config }: { sha256: string; config: WorkerConfig } = JSON.parse(readFileSync(keptFile, 'utf8'));
    return sha256 === hashOfSources() ? config : undefined;
  } catch {
    return undefined;
  }
}

function keep(config: WorkerConfig): WorkerConfig {
  mkdirSync(path.dirname(keptFile), { recursive: true });
  writeFileSync(`${keptFile}.${process.pid}`, JSON.stringify({ sha256: hashOfSources(), config }));
  renameSync(`${keptFile}.${process.pid}`, keptFile);
  return config;
}

/** The hash of wrangler.toml and its path, of its reader, and of the installed wrangler. */
function hashOfSources(): string {
  const files = [source, fileURLToPath(import.meta.url), require.resolve('wrangler/package.json')];
  return files
    .reduce((hash, file) => hash.update(readFileSync(file)), createHash('sha256').update(projectRoot))
    .digest('hex');
}

const require = createRequire(import.meta.url);

function read(): WorkerConfig {
  const { unstable_getMiniflareWorkerOptions, unstable_readConfig }: typeof import('wrangler') = require('wrangler');
  const config = unstable_readConfig({ config: source, env: '' }, { hideWarnings: true });
  const bucketOf = (wanted: string): BucketConfig | undefined =>
    config.r2_buckets.find(({ binding }: BucketConfig) => binding === wanted);
  const bucket = bucketOf('FILES');
  return {
    workerOptions: unstable_getMiniflareWorkerOptions(config).workerOptions,
    compatibilityDate: config.compatibility_date ?? '',
    compatibilityFlags: config.compatibility_flags,
    buckets: config.r2_buckets,
    crons: config.triggers.crons ?? [],
    queues: (config.queues.consumers ?? []).map((consumer: ConsumerConfig) => ({
      name: consumer.queue,
      maxBatchSize: consumer.max_batch_size ?? 10,
      maxRetries: consumer.max_retries ?? 3,
      retryDelaySeconds: consumer.retry_delay ?? 0,
      deadLetterQueue: consumer.dead_letter_queue,
    })),
    producers: (config.queues.producers ?? []).map(({ binding, queue }: ProducerConfig) => ({ binding, queue })),
    vars: Object.fromEntries(Object.entries(config.vars).map(([name, value]) => [name, String(value)])),
    bucketName: bucket?.bucket_name ?? '',
    publicBucketName: bucketOf('PICTURES')?.bucket_name ?? '',
    s3Credentials: bucket?.local_dev?.experimental_s3_credentials,
  };
}
