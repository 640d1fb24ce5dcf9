import { Hono } from 'hono';
import { notFound } from '../../schema/shared/errors.ts';
import { uuid } from '../../schema/shared/ids.ts';
import type { CacheKey } from '../edge/cache-key.ts';
import { pictureEdge } from '../edge/guest-edge.ts';
import { guestRead, uncachedGuestRead } from '../edge/guest-read.ts';
import type { GuestEnv } from '../http/request-context.ts';
import { type OpenPicture, readAvatar, readPrivateAvatar } from './pictures/read-avatar.ts';

// Advertisers may embed the picture in their own pages.
const embeddable = { 'content-disposition': 'inline', 'cross-origin-resource-policy': 'cross-origin' };

/** Pictures of creators, served from our own origin so that pages load nothing from third parties. */
export const avatarRoutes = new Hono<GuestEnv>()
  .get('/avatars/:id', (c) => {
    const id = uuid().safeParse(c.req.param('id'));
    if (!id.success) throw notFound();
    const ctx = c.get('request').guest;
    const read = (known: { etag: string } | null) => readAvatar(ctx, c.env, id.data, known?.etag ?? null);
    return guestRead(ctx, c.req.raw, aboutAvatar(id.data), read, pictureEdge);
  })
  .get('/avatars/private/:token', (c) => {
    const ctx = c.get('request').guest;
    const read = async () => unlisted(await readPrivateAvatar(ctx, c.env, c.req.param('token')));
    return uncachedGuestRead(ctx, c.req.raw, read, pictureEdge);
  });

/** The content type is read with the bytes. Not shared between isolates, because each generation would store another copy. */
const aboutAvatar = (id: string): CacheKey => ({
  key: `avatar?${id}`,
  scope: 'all',
  contentType: 'application/octet-stream',
  isOpen: false,
  headers: embeddable,
  isShared: false,
});

const unlisted = ({ body, contentType }: OpenPicture): Response =>
  new Response(body, {
    headers: { ...embeddable, 'content-type': contentType, 'cache-control': 'no-store', 'x-robots-tag': 'noindex' },
  });
