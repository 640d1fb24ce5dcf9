import { type ObjectStore, openObjectStore, openPublicStore } from '../../functions/platform/object-store.ts';
import { readSettings } from '../../functions/settings/index.ts';
import { workerConfig } from '../../scripts/local/workers/worker-config.ts';
import { completeSettings } from './complete-settings.ts';

/** The object store of a stack, as its edge functions use it. */
export const objectStoreOf = (storeUrl: string): ObjectStore => openObjectStore(settingsAt(storeUrl));

/** The store of its pictures. */
export const publicStoreOf = (storeUrl: string): ObjectStore => openPublicStore(settingsAt(storeUrl));

const settingsAt = (storeUrl: string) => readSettings('jobs', { ...completeSettings, ...storeAt(storeUrl) });

/** Settings for the local bucket and its credentials at any endpoint. */
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
