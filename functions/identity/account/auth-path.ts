/** Where better-auth is served. */
export const authBasePath = '/api/auth';
