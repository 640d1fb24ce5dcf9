/** The base path of better-auth. */
export const authBasePath = '/api/auth';
