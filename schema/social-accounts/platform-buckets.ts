/** The bucket of limits that count all requests of the application. While it is closed, nothing is requested from its platform. */
export const applicationBucket = 'application';
