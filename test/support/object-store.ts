import { type ObjectStore, openObjectStore } from '../../functions/platform/object-store.ts';
import { readSettings } from '../../functions/settings/index.ts';
import { workerConfig } from '../../scripts/local/workers/worker-config.ts';
import { completeSettings } from './complete-settings.ts';

/** The files of a stack, as its Worker reaches them. */
export function objectStoreOf(baseUrl: string): ObjectStore {
  return openObjectStore(
    readSettings('jobs', {
      ...completeSettings,
      ...storeAt(`${baseUrl}/cdn-cgi/local/r2/s3`),
    }),
  );
}

/** The settings of a store with the local bucket and its credentials, wherever it is. */
export function storeAt(endpoint: string): Record<string, string> {
  const { bucketName, publicBucketName, s3Credentials } = workerConfig();
  return {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucketName,
    S3_PUBLIC_BUCKET: publicBucketName,
    S3_ACCESS_KEY_ID: s3Credentials?.accessKeyId ?? '',
    S3_SECRET_ACCESS_KEY: s3Credentials?.secretAccessKey ?? '',
  };
}
