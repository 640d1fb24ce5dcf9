/** Headers of requests that are no visit: a browser fetches the page in advance, or shows a preview. */
const signsOfPrefetch = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const;

/** Whether a browser or a program only looks in advance: a HEAD request, a prefetch or a preview. Such a request changes nothing, whatever its route. */
export const isPreview = ({ method, headers }: Pick<Request, 'method' | 'headers'>): boolean =>
  method === 'HEAD' || signsOfPrefetch.some((name) => headers.has(name));

/** Whether a request may be a visit of a person, as far as its method and headers tell. Bots are recognised later, by their user agent. */
export const mayBeVisit = (request: Pick<Request, 'method' | 'headers'>): boolean =>
  request.method === 'GET' &&
  !isPreview(request) &&
  // Another page may load this one as a picture or in a frame.
  (request.headers.get('sec-fetch-dest') ?? 'document') === 'document' &&
  userAgentOf(request) !== '';

export const userAgentOf = ({ headers }: Pick<Request, 'headers'>): string =>
  headers.get('user-agent')?.trim().slice(0, 512) ?? '';
