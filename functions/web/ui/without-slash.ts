/** The URL without its trailing slash, if there is a page; otherwise null. */
export function pageWithoutSlash(url: URL): string | null {
  const bare = url.pathname.replace(/\/+$/, '');
  return bare !== url.pathname && pages.test(bare) ? `${bare}${url.search}` : null;
}

const pages = /^\/(?:creators|docs|docs\/[a-z-]+|sign-in|sign-up|reset|verify)$/;
