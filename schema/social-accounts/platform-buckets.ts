/** The bucket of limits that count all requests of the application. While it is closed, nothing is requested from its platform. */
export const applicationBucket = 'application';

/** The bucket of the token endpoints. While it is closed, no connection of its platform is renewed. */
export const tokenBucket = 'token';
