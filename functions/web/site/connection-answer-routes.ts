import type { Context } from 'hono';
import { pagePath } from '../../../schema/shared/own-path.ts';
import { uncachedGuestRead } from '../../edge/guest-read.ts';
import { isOwnForm } from '../../http/own-form.ts';
import type { ApiEnv } from '../../http/request-context.ts';
import { isPreview } from '../../http/visitor.ts';
import { finishConnection, readReconnection, reconnect } from '../../social-accounts/index.ts';
import { formPage, unlisted } from '../ui/page-headers.ts';
import { renderConnection, type ShownConnection } from './connection-page.tsx';
import { renderDeadReconnection, renderReconnection } from './reconnect-page.tsx';

export function show(c: Context<ApiEnv>): Promise<Response> {
  const { guest } = c.get('request');
  return uncachedGuestRead(guest, c.req.raw, async () => {
    const found = await readReconnection(guest, linkOf(c));
    if (found.outcome !== 'VALID') return unlisted(renderDeadReconnection(found.outcome), 404);
    return formPage(renderReconnection(found), found.signInOrigin);
  });
}

export function start(c: Context<ApiEnv>): Promise<Response> {
  const { guest } = c.get('request');
  return uncachedGuestRead(guest, c.req.raw, async () => {
    if (!isOwnForm(c.req.raw, guest.settings.BASE_URL)) return unlisted(renderDeadReconnection('FOREIGN_FORM'), 403);
    const started = await reconnect(guest, linkOf(c));
    if (started.outcome !== 'STARTED') return unlisted(renderDeadReconnection(started.outcome), 404);
    return new Response(null, {
      status: 303,
      headers: { location: started.authorizeUrl, 'cache-control': 'no-store' },
    });
  });
}

const linkOf = (c: Context<ApiEnv>): { readonly platform: string; readonly token: string } => ({
  platform: c.req.param('platform') ?? '',
  token: c.req.query('token') ?? '',
});

export function answer(c: Context<ApiEnv>): Promise<Response> {
  const { guest } = c.get('request');
  // The state of a sign-in is used up once, by the person.
  if (isPreview(c.req.raw)) return Promise.resolve(c.body(null, 204, { 'cache-control': 'no-store' }));
  return uncachedGuestRead(guest, c.req.raw, async () => {
    const result = await finishConnection(guest, {
      platform: c.req.param('platform') ?? '',
      parameters: new URL(c.req.url).searchParams,
      cookies: c.req.header('cookie'),
    });
    if (result.outcome !== 'CONNECTED') return unlisted(renderConnection(result), statusOf(result.outcome));
    if (result.returnTo === null) return unlisted(renderConnection(result), 200);
    const location = guest.settings.BASE_URL + (pagePath(result.returnTo) ?? '/cabinet');
    return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } });
  });
}

/** A failure of the platform is no fault of the person's request. */
function statusOf(outcome: ShownConnection['outcome']): number {
  if (outcome === 'AWAY') return 502;
  return outcome === 'BUSY' ? 503 : 400;
}
