import { Hono } from 'hono';
import type { GuestEnv } from '../../http/request-context.ts';
import { readAsset } from '../ui/assets.ts';
import { cabinetStylesPath, stylesPath } from '../ui/style-paths.ts';
import { docsPage, tryFile, tryPage } from './docs-page.ts';
import { pageRoutes } from './page-routes.ts';
import { sitemapRoutes } from './sitemap-routes.ts';

const forEver = 'public, max-age=31536000, immutable';

/** Pages and files. */
export const siteRoutes = new Hono<GuestEnv>()
  .get('/', (c) => c.redirect('/creators', 302))
  .get('/docs', (c) => docsPage(c.env, c.req.raw))
  .get('/docs/try', (c) => tryPage(c.env, c.req.raw))
  .get('/docs/:topic{[a-z-]+}', (c) => docsPage(c.env, c.req.raw, c.req.param('topic')))
  .on('GET', ['/docs/:build/:file', '/docs/:build/chunks/:file'], (c) => tryFile(c.env, c.req.raw, c.req.path))
  .get('/api/v1/openapi.json', (c) => readAsset(c.env, '/openapi.json', c.req.raw, 'public, max-age=60'))
  .get('/guides/:file', (c) => readAsset(c.env, c.req.path, c.req.raw, 'public, max-age=3600'))
  .get('/site/:file', async (c) => {
    if ([stylesPath, cabinetStylesPath].includes(c.req.path)) return readAsset(c.env, c.req.path, c.req.raw, forEver);
    // The address of the script names the deployment, except in development.
    const isVersioned = c.req.query('v') !== undefined;
    const isScript = c.req.path.endsWith('.js');
    const ofScript = isVersioned ? forEver : 'no-cache';
    return readAsset(c.env, c.req.path, c.req.raw, isScript ? ofScript : 'public, max-age=86400');
  })
  // Browsers request it where no page names an icon, such as beside a file.
  .get('/favicon.ico', (c) => readAsset(c.env, '/site/icon.svg', c.req.raw, 'public, max-age=86400'))
  .route('/', pageRoutes)
  .route('/', sitemapRoutes);
