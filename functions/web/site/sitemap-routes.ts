import { Hono } from 'hono';
import { notFound } from '../../../schema/shared/errors.ts';
import type { CacheKey } from '../../edge/cache-key.ts';
import { type Scope, scopeOfCreator } from '../../edge/generation.ts';
import { guestRead } from '../../edge/guest-read.ts';
import type { GuestEnv } from '../../http/request-context.ts';
import { ofThisDeployment } from '../ui/deployment.ts';
import { showRobots, showSitemapIndex, showSitemapShard } from './show-sitemap.ts';
import { digitsOf } from './sitemap-shards.ts';

/** Files for search engines, cached at the edge. */
export const sitemapRoutes = new Hono<GuestEnv>()
  .get('/sitemap.xml', (c) => {
    const ctx = c.get('request').guest;
    return guestRead(ctx, c.req.raw, about('index', 'all', c.env), () => showSitemapIndex(ctx));
  })
  .get('/sitemaps/:file', (c) => {
    const digits = digitsOf(c.req.param('file'));
    if (digits === null) throw notFound();
    const ctx = c.get('request').guest;
    const scope = digits === '' ? 'all' : scopeOfCreator(digits);
    return guestRead(ctx, c.req.raw, about(digits || 'all', scope, c.env), () => showSitemapShard(ctx, digits));
  })
  .get('/robots.txt', (c) => {
    const ctx = c.get('request').guest;
    const robots: CacheKey = {
      ...about('robots', 'static', c.env),
      contentType: 'text/plain; charset=utf-8',
      isShared: false,
    };
    return guestRead(ctx, c.req.raw, robots, () => showRobots(ctx));
  });

const about = (name: string, scope: Scope, bindings: GuestEnv['Bindings']): CacheKey => ({
  ...ofThisDeployment(`sitemap?${name}`, bindings),
  scope,
  contentType: 'application/xml; charset=utf-8',
  isOpen: false,
  headers: {},
});
