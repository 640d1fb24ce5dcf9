import { Hono } from 'hono';
import type { CatalogInput } from '../../../schema/catalog/catalog-query.ts';
import { notFound } from '../../../schema/shared/errors.ts';
import { uuid } from '../../../schema/shared/ids.ts';
import { catalogKey } from '../../catalog/index.ts';
import { reportPageVisit } from '../../creators/visits/index.ts';
import type { CacheKey } from '../../edge/cache-key.ts';
import { scopeOfCreator } from '../../edge/generation.ts';
import { guestRead, uncachedGuestRead } from '../../edge/guest-read.ts';
import type { Bindings } from '../../env.ts';
import type { GuestEnv } from '../../http/request-context.ts';
import { mayBeVisit, userAgentOf } from '../../http/visitor.ts';
import { ofThisDeployment } from '../ui/deployment.ts';
import { html, unlisted } from '../ui/page-headers.ts';
import { readForm, type Typed } from './catalog-form.ts';
import { renderRefusedCatalog } from './catalog-page.tsx';
import { showAddress } from './show-address.ts';
import { showCatalog } from './show-catalog.ts';
import { showCreator } from './show-creator.ts';
import { showPreview } from './show-preview.ts';

/** The pages for people, cached at the edge as the JSON that they show. */
export const pageRoutes = new Hono<GuestEnv>()
  .get('/creators', (c) => {
    const form = readForm(new URL(c.req.url).searchParams);
    if (form.input === null) return unlisted(renderRefusedCatalog(form.values, form.errors), 400);
    const { input, typed } = form;
    const ctx = c.get('request').guest;
    return guestRead(ctx, c.req.raw, aboutCatalog(input, typed, c.env), (known) =>
      showCatalog(ctx, input, typed, known?.generation ?? null),
    );
  })
  .get('/creators/:publicId', async (c) => {
    const { data: publicId } = uuid().safeParse(c.req.param('publicId'));
    if (publicId === undefined) throw notFound();
    const ctx = c.get('request').guest;
    const answer = await guestRead(ctx, c.req.raw, aboutCreator(publicId, c.env), (known) =>
      showCreator(ctx, publicId, known?.etag ?? null),
    );
    noteVisit(c.req.raw, c.env, ctx.defer);
    return answer;
  })
  .get('/:at{@[A-Za-z0-9-]{3,30}}', (c) => {
    const name = c.req.param('at').slice(1).toLowerCase();
    const ctx = c.get('request').guest;
    return guestRead(ctx, c.req.raw, aboutAddress(name), () => showAddress(ctx, name));
  })
  .get('/creators/preview/:token', (c) => {
    const ctx = c.get('request').guest;
    return uncachedGuestRead(ctx, c.req.raw, async () => unlisted(await showPreview(ctx, c.req.param('token')), 200));
  });

const pageOfCreator = /^[^/]*\/\/[^/]*\/creators\/([0-9a-f]{8}-[0-9a-f-]{27})(?:\?|$)/i;

/** Reports the visit of a page of a creator that was answered. Other requests are no visits. */
export function noteVisit(request: Request, bindings: Bindings, defer: (work: Promise<unknown>) => void): void {
  const [, publicId] = pageOfCreator.exec(request.url) ?? [];
  if (publicId !== undefined && mayBeVisit(request))
    reportPageVisit({ publicId, at: new Date(), userAgent: userAgentOf(request) }, bindings, defer);
}

const aboutAddress = (name: string): CacheKey => ({
  key: `address?${name}`,
  scope: 'all',
  contentType: 'text/plain',
  isOpen: false,
  headers: {},
  isShared: true,
  isRedirect: true,
});

const aboutCatalog = (input: CatalogInput, typed: Typed, bindings: Bindings): CacheKey => ({
  ...ofThisDeployment(`html:${catalogKey({ ...input, ...typed })}`, bindings),
  scope: 'all',
  ...html,
  ...(input.cursor !== undefined && { isShared: false }),
});

const aboutCreator = (publicId: string, bindings: Bindings): CacheKey => ({
  ...ofThisDeployment(`html:creator?${publicId}`, bindings),
  scope: scopeOfCreator(publicId),
  ...html,
});
