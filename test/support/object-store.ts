import { readSettings } from '../../functions/env.ts';
import { type ObjectStore, openObjectStore } from '../../functions/platform/object-store.ts';
import { workerConfig } from '../../scripts/local/worker-config.ts';

/** The files of a stack, as its Worker reaches them. */
export function objectStoreOf(baseUrl: string): ObjectStore {
  return openObjectStore(
    readSettings({
      APP_ENV: 'development',
      BASE_URL: baseUrl,
      DATABASE_URL: 'postgres://nobody@localhost/none',
      UPSTASH_REDIS_REST_URL: 'http://localhost',
      UPSTASH_REDIS_REST_TOKEN: 'none',
      AUTH_SECRET: 'x'.repeat(32),
      ...storeAt(`${baseUrl}/cdn-cgi/local/r2/s3`),
    }),
  );
}

/** The settings of a store with the local bucket and its credentials, wherever it is. */
export function storeAt(endpoint: string): Record<string, string> {
  const { bucketName, s3Credentials } = workerConfig();
  return {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucketName,
    S3_ACCESS_KEY_ID: s3Credentials?.accessKeyId ?? '',
    S3_SECRET_ACCESS_KEY: s3Credentials?.secretAccessKey ?? '',
  };
}
