import { type Context, Hono } from 'hono';
import { Refusal } from '../../../schema/shared/errors.ts';
import type { ApiCtx } from '../../context.ts';
import { uncachedGuestRead } from '../../edge/guest-read.ts';
import type { ApiEnv } from '../../http/request-context.ts';
import { formatPrefix, readRevocable, revocationPath, revokeKeys } from '../../identity/api-keys/index.ts';
import { unlisted } from '../ui/page-headers.ts';
import { renderDeadLink, renderDeleted, renderKeys } from './keys-page.tsx';

/** The page that deletes all keys of the link's owner. A GET changes nothing, because email programs open links too. */
export const keysRoutes = new Hono<ApiEnv>()
  .get(`${revocationPath}/:token`, (c) => answer(c, show))
  .post(`${revocationPath}/:token`, (c) =>
    answer(c, async (ctx, token) => {
      await revokeKeys(ctx, token);
      return renderDeleted();
    }),
  );

async function show(ctx: ApiCtx, token: string): Promise<string> {
  const keys = await readRevocable(ctx, token);
  const word = ctx.settings.KEY_PREFIX_WORD;
  return renderKeys(keys.map((key) => ({ ...key, begins: formatPrefix(word, key.prefix) })));
}

function answer(c: Context<ApiEnv>, act: (ctx: ApiCtx, token: string) => Promise<string>): Promise<Response> {
  const { guest } = c.get('request');
  return uncachedGuestRead(guest, c.req.raw, async () => {
    try {
      return unlisted(await act(guest, c.req.param('token') ?? ''), 200);
    } catch (error) {
      if (error instanceof Refusal && error.code === 'RESOURCE_NOT_FOUND') return unlisted(renderDeadLink(), 404);
      throw error;
    }
  });
}
