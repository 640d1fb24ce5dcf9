/** The form of a code. */
export const codePattern = /^[0-9A-Za-z]{10}$/;

/** The headers of a request that say that nobody has opened the page: a browser fetches it before, or shows a preview. */
const signsOfPrefetch = ['sec-purpose', 'purpose', 'x-moz'] as const;

/** Whether a request may be a click of a person, as far as its method and headers tell. Bots are recognised later, by their user agent. */
export const mayBeClick = ({ method, headers }: Pick<Request, 'method' | 'headers'>): boolean =>
  method === 'GET' && !signsOfPrefetch.some((name) => headers.has(name)) && userAgentOf({ headers }) !== '';

export const userAgentOf = ({ headers }: Pick<Request, 'headers'>): string => headers.get('user-agent')?.trim() ?? '';
