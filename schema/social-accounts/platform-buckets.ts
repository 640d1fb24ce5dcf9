/** The bucket of limits that count all requests of the application. While it is closed, nothing is requested from its platform. */
export const applicationBucket = 'application';

/** What jobs ask the platforms for. */
export type WorkName = 'POSTS' | 'CHANNELS' | 'AUDIENCES' | 'PICTURES' | 'FACTORY_ACCOUNTS' | 'SCANS';

/**
 * The bucket of pauses of one kind of work: while it is closed, no job asks the platform for this, because it has failed for all. Each kind has its
 * own, because a platform can answer one request while it fails another. Requests of users still ask.
 */
export const outageBucketOf = (work: WorkName): string => `outage:${work}`;

/** All buckets of pauses, for `like`. */
export const outageBuckets = 'outage:%';

/** The bucket that counts the refusals of one kind of work for too many requests. It stops nothing: the bucket that the platform limits does. */
export const limitBucketOf = (work: WorkName): string => `limit:${work}`;

/** All of these, for `like`. */
export const limitBuckets = 'limit:%';

/** The bucket of the token endpoints. While it is closed, no connection of its platform is renewed. */
export const tokenBucket = 'token';
