/** The address without the slash at its end, where a page is there; null otherwise. */
export function pageWithoutSlash(url: URL): string | null {
  const bare = url.pathname.replace(/\/+$/, '');
  return bare !== url.pathname && pages.test(bare) ? `${bare}${url.search}` : null;
}

const pages = /^\/(?:creators|docs|docs\/[a-z-]+)$/;
