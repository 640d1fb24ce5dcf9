/** The bucket of limits that count all requests of the application. While it is closed, nothing is requested from its platform. */
export const applicationBucket = 'application';

/** The bucket of pauses: while it is closed, no job asks the platform, because it has failed for all. Requests of users still ask it. */
export const outageBucket = 'outage';

/** The bucket of the token endpoints. While it is closed, no connection of its platform is renewed. */
export const tokenBucket = 'token';
