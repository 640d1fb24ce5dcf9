/** Only `api` reaches it, by its service binding: no public path leads to it. */
export const sessionPath = '/internal/session';

/** The cookies of better-auth in a Cookie header, because it takes every cookie for a session's. */
export const ofSession = (cookie: string | null): string | undefined =>
  cookie
    ?.split('; ')
    .filter((pair) => /^(?:__Host-)?castline[.](?:session|account|dont)_/.test(pair))
    .join('; ');

/** The name of the cookie of a session, which better-auth sets, without the prefix. */
export const sessionCookie = 'castline.session_token';
