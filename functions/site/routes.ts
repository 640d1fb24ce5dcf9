import type { Hono } from 'hono';
import type { Served } from '../http/allowed-methods.ts';
import type { AppEnv } from '../http/request-context.ts';
import { readAsset } from './assets.ts';
import { docsPage, tryPage } from './docs-page.ts';
import { keysPaths, mountKeys } from './keys-routes.ts';
import { mountPages, pagePaths } from './page-routes.ts';
import { mountSitemap, sitemapPaths } from './sitemap-routes.ts';
import { styles, stylesPath } from './styles.ts';

export { problemPage } from './problem-page.ts';

/** The address without the slash at its end, where a page is there; null otherwise. */
export function pageWithoutSlash(url: URL): string | null {
  const bare = url.pathname.replace(/\/+$/, '');
  return bare !== url.pathname && pages.test(bare) ? `${bare}${url.search}` : null;
}
const pages = /^\/(?:creators|docs|docs\/[a-z-]+)$/;

const get = ['GET', 'HEAD'];
const forEver = 'public, max-age=31536000, immutable';

/** The paths for the answers 404 and 405. */
export const sitePaths: readonly Served[] = [
  { path: '/', methods: get },
  { path: '/docs', methods: get },
  { path: '/docs/{topic}', methods: get },
  { path: '/docs/{build}/{file}', methods: get },
  { path: '/docs/{build}/chunks/{file}', methods: get },
  { path: '/api/v1/openapi.json', methods: get },
  { path: '/guides/{file}', methods: get },
  { path: '/site/{file}', methods: get },
  { path: '/favicon.ico', methods: get },
  ...pagePaths,
  ...keysPaths,
  ...sitemapPaths,
];

/** Pages and files. */
export function mountSite(app: Hono<AppEnv>): void {
  app.get('/', (c) => c.redirect('/creators', 302));
  app.get('/docs', (c) => docsPage(c.env, c.req.raw));
  app.get('/docs/try', (c) => tryPage(c.env, c.req.raw));
  app.get('/docs/:topic{[a-z-]+}', (c) => docsPage(c.env, c.req.raw, c.req.param('topic')));
  for (const path of ['/docs/:build/:file', '/docs/:build/chunks/:file']) {
    app.get(path, (c) => readAsset(c.env, c.req.path, c.req.raw, forEver));
  }
  app.get('/api/v1/openapi.json', (c) => readAsset(c.env, '/openapi.json', c.req.raw, 'public, max-age=60'));
  app.get('/guides/:file', (c) => readAsset(c.env, c.req.path, c.req.raw, 'public, max-age=3600'));
  app.get('/site/:file', (c) => {
    if (c.req.path !== stylesPath()) return readAsset(c.env, c.req.path, c.req.raw, 'public, max-age=86400');
    return new Response(styles, { headers: { 'content-type': 'text/css; charset=utf-8', 'cache-control': forEver } });
  });
  // Browsers ask for it wherever no page has named the icon, such as beside a file.
  app.get('/favicon.ico', (c) => readAsset(c.env, '/site/icon.svg', c.req.raw, 'public, max-age=86400'));
  mountPages(app);
  mountKeys(app);
  mountSitemap(app);
}
