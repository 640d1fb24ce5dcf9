/**
 * Whether a page of this service has sent a form: another site could otherwise make a browser send it. Every browser sends Origin with a POST;
 * the page needs a referrer policy other than `no-referrer`, with which browsers send "null".
 */
export function isOwnForm({ headers }: Request, baseUrl: string): boolean {
  const site = headers.get('sec-fetch-site');
  return headers.get('origin') !== null && isOwnOrigin(headers, baseUrl) && (site === null || site === 'same-origin');
}

/** Whether no other site has sent a request. Programs send no origin. */
export function isOwnOrigin(headers: Headers, baseUrl: string): boolean {
  const own = new URL(baseUrl).origin;
  return (headers.get('origin') ?? own) === own;
}
