/** Only `api` reaches it, by its service binding: no public path leads to it. */
export const sessionPath = '/internal/session';

/** The name of the cookie of a session, which better-auth sets. */
export const sessionCookie = 'castline.session_token';
