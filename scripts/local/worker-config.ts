import { unstable_getMiniflareWorkerOptions, unstable_readConfig } from 'wrangler';
import { projectRoot } from './project-root.ts';
import type { QueueConfig } from './queues.ts';

/** What wrangler.toml says of the Worker as it runs here. */
export interface WorkerConfig {
  /** Bindings, queues and the rest, for Miniflare. */
  readonly workerOptions: Record<string, unknown>;
  readonly compatibilityDate: string;
  readonly crons: string[];
  readonly queues: readonly QueueConfig[];
  /** Which queue a binding sends to. */
  readonly producers: readonly { binding: string; queue: string }[];
  /** Plain settings. */
  readonly vars: Record<string, string>;
  readonly bucketName: string;
  readonly s3Credentials: { accessKeyId: string; secretAccessKey: string } | undefined;
}

/** Of wrangler.toml, as wrangler gives them. */
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
    s3Credentials: bucket?.local_dev?.experimental_s3_credentials,
  };
}
