/** Headers of requests that are no visit: a browser fetches the page in advance, or shows a preview. */
const signsOfPrefetch = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const;

/** Whether a request may be a visit of a person, as far as its method and headers tell. Bots are recognised later, by their user agent. */
export const mayBeVisit = ({ method, headers }: Pick<Request, 'method' | 'headers'>): boolean =>
  method === 'GET' &&
  !signsOfPrefetch.some((name) => headers.has(name)) &&
  // Another page may load this one as a picture or in a frame.
  (headers.get('sec-fetch-dest') ?? 'document') === 'document' &&
  userAgentOf({ headers }) !== '';

export const userAgentOf = ({ headers }: Pick<Request, 'headers'>): string =>
  headers.get('user-agent')?.trim().slice(0, 512) ?? '';
