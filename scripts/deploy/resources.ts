import { type Environment, sharedOf } from './configs.ts';

/** A lifecycle rule of a bucket, as R2's API writes it. */
interface LifecycleRule {
  readonly id: string;
  readonly enabled: boolean;
  readonly conditions: { readonly prefix: string };
  readonly deleteObjectsTransition?: { readonly condition: { readonly type: 'Age'; readonly maxAge: number } };
  readonly abortMultipartUploadsTransition?: { readonly condition: { readonly type: 'Age'; readonly maxAge: number } };
}

interface CorsRule {
  readonly allowed: { readonly origins: string[]; readonly methods: string[]; readonly headers: string[] };
  readonly maxAgeSeconds: number;
}

export interface BucketPlan {
  readonly name: string;
  readonly cors: readonly CorsRule[];
  readonly lifecycle: readonly LifecycleRule[];
}

/** The resources that Cloudflare must have before an environment is deployed. */
interface Resources {
  readonly queues: readonly string[];
  readonly buckets: readonly BucketPlan[];
}

const daySeconds = 86_400;
const afterDays = (days: number) => ({ condition: { type: 'Age', maxAge: days * daySeconds } }) as const;
const abortUploads: LifecycleRule = {
  id: 'abort-unfinished-uploads',
  enabled: true,
  conditions: { prefix: '' },
  abortMultipartUploadsTransition: afterDays(1),
};

/**
 * The queues and buckets of wrangler.toml. Browsers send private files to signed URLs of the private bucket, from the
 * service's own origin only. The check of a file copies it from `incoming/`; the rule deletes files that arrive there
 * after the sweep.
 */
export function resourcesOf(environment: Environment, baseUrl: string): Resources {
  const { queues, r2_buckets } = sharedOf(environment);
  const consumed = (queues.consumers ?? []).flatMap(({ queue, dead_letter_queue: dead }) =>
    dead ? [queue, dead] : [queue],
  );
  const upload: CorsRule = {
    allowed: { origins: [new URL(baseUrl).origin], methods: ['PUT'], headers: ['content-type'] },
    maxAgeSeconds: 3_600,
  };
  const expireIncoming: LifecycleRule = {
    id: 'expire-incoming',
    enabled: true,
    conditions: { prefix: 'incoming/' },
    deleteObjectsTransition: afterDays(2),
  };
  return {
    queues: [...new Set([...(queues.producers ?? []).map(({ queue }) => queue), ...consumed])],
    buckets: r2_buckets.flatMap(({ binding, bucket_name: name }) =>
      name === undefined
        ? []
        : [
            binding === 'FILES'
              ? { name, cors: [upload], lifecycle: [abortUploads, expireIncoming] }
              : { name, cors: [], lifecycle: [abortUploads] },
          ],
    ),
  };
}
