import { type Context, Hono } from 'hono';
import { uncachedGuestRead } from '../../edge/guest-read.ts';
import type { ApiEnv } from '../../http/request-context.ts';
import { finishConnection } from '../../social-accounts/index.ts';
import { unlisted } from '../ui/page-headers.ts';
import { renderConnection } from './connection-page.tsx';

/** The way back from the sign-in page of a platform. The browser brings no session, only the cookie of the connection. */
export const connectionRoutes = new Hono<ApiEnv>().get('/oauth/:platform/callback', answer);

function answer(c: Context<ApiEnv>): Promise<Response> {
  const { guest } = c.get('request');
  return uncachedGuestRead(guest, c.req.raw, async () => {
    const result = await finishConnection(guest, {
      platform: c.req.param('platform') ?? '',
      parameters: new URL(c.req.url).searchParams,
      cookies: c.req.header('cookie'),
    });
    if (result.outcome !== 'CONNECTED')
      return unlisted(renderConnection(result), result.outcome === 'AWAY' ? 502 : 400);
    if (result.returnTo === null) return unlisted(renderConnection(result), 200);
    const location = new URL(result.returnTo, guest.settings.BASE_URL).toString();
    return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } });
  });
}
