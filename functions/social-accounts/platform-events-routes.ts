import { type Context, Hono } from 'hono';
import { notFound } from '../../schema/shared/errors.ts';
import { GuestLimit } from '../edge/guest-limit.ts';
import { uncachedGuestRead } from '../edge/guest-read.ts';
import { readBytes } from '../http/body.ts';
import type { ApiEnv } from '../http/request-context.ts';
import { callers, takePlatformCall } from './take-platform-call.ts';
import { verifyAddress } from './verify-event-address.ts';

/** A platform calls for all its users from a few addresses. */
const edge = { limit: new GuestLimit('platformCall') };
const maxBytes = 64 * 1024;

/** The addresses that platforms call. Their signature is the only credential. */
export const platformEventRoutes = new Hono<ApiEnv>()
  .get('/platform-events/instagram', (c) => {
    const { guest } = c.get('request');
    const read = async () => plain(verifyAddress(guest, new URL(c.req.url).searchParams));
    return uncachedGuestRead(guest, c.req.raw, read, edge);
  })
  .post('/platform-events/instagram/deauthorize', (c) => take(c, 'instagram', 'DEAUTHORIZE'))
  .post('/platform-events/instagram/data-deletion', (c) => take(c, 'instagram', 'DATA_DELETION'))
  .post('/platform-events/:platform', (c) => take(c, c.req.param('platform'), null));

function take(c: Context<ApiEnv>, caller: string, callback: 'DEAUTHORIZE' | 'DATA_DELETION' | null): Promise<Response> {
  const { guest } = c.get('request');
  const read = async () => {
    const platform = callers[caller];
    if (platform === undefined) throw notFound();
    const body = await readBytes(c.req.raw, maxBytes);
    const { answer } = await takePlatformCall(guest, { platform, callback, headers: c.req.raw.headers, body });
    return callback === 'DATA_DELETION' ? json(answer ?? '{}') : plain(answer ?? '');
  };
  return uncachedGuestRead(guest, c.req.raw, read, edge);
}

const plain = (text: string): Response => new Response(text, { headers: { 'content-type': 'text/plain' } });
const json = (text: string): Response => new Response(text, { headers: { 'content-type': 'application/json' } });
