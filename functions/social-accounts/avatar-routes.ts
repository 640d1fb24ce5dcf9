import type { Hono } from 'hono';
import { notFound } from '../../schema/errors.ts';
import { uuid } from '../../schema/ids.ts';
import type { Served } from '../http/allowed-methods.ts';
import { pictureEdge } from '../http/guest-edge.ts';
import type { Question } from '../http/guest-question.ts';
import { guestRead, unkeptGuestRead } from '../http/guest-read.ts';
import type { AppEnv } from '../http/request-context.ts';
import { readAvatar, readPrivateAvatar } from './read-avatar.ts';
import type { Picture } from './take-picture.ts';

const get = ['GET', 'HEAD'];
export const avatarPaths: readonly Served[] = [
  { path: '/avatars/{id}', methods: get },
  { path: '/avatars/private/{token}', methods: get },
];

// Advertisers may show the picture on pages of their own.
const embeddable = { 'content-disposition': 'inline', 'cross-origin-resource-policy': 'cross-origin' };

/** Pictures of creators, from our own origin: a page asks nobody else for them. */
export function mountAvatars(app: Hono<AppEnv>): void {
  app.get('/avatars/:id', (c) => {
    const id = uuid().safeParse(c.req.param('id'));
    if (!id.success) throw notFound();
    const ctx = c.get('request').guest;
    const read = (known: { etag: string } | null) => readAvatar(ctx, id.data, known?.etag ?? null);
    return guestRead(ctx, c.req.raw, aboutAvatar(id.data), read, pictureEdge);
  });
  app.get('/avatars/private/:token', (c) => {
    const ctx = c.get('request').guest;
    return unkeptGuestRead(
      ctx,
      c.req.raw,
      async () => unlisted(await readPrivateAvatar(ctx, c.req.param('token'))),
      pictureEdge,
    );
  });
}

/** Its type is known with its bytes. Each generation would be another copy: the isolate's memory is enough. */
const aboutAvatar = (id: string): Question => ({
  key: `avatar?${id}`,
  scope: 'all',
  contentType: 'application/octet-stream',
  headers: embeddable,
  isShared: false,
});

const unlisted = ({ bytes, contentType }: Picture): Response =>
  new Response(bytes, {
    headers: { ...embeddable, 'content-type': contentType, 'cache-control': 'no-store', 'x-robots-tag': 'noindex' },
  });
