import type { Context, Hono } from 'hono';
import { Refusal } from '../../schema/errors.ts';
import { formatPrefix, readRevocable, revocationPath, revokeKeys } from '../api-keys/index.ts';
import type { GuestCtx } from '../context.ts';
import type { Served } from '../http/allowed-methods.ts';
import { unkeptGuestRead } from '../http/guest-read.ts';
import type { AppEnv } from '../http/request-context.ts';
import { renderDeadLink, renderDeleted, renderKeys } from './keys-page.tsx';
import { unlisted } from './page-headers.ts';

export const keysPaths: readonly Served[] = [{ path: `${revocationPath}/{token}`, methods: ['GET', 'HEAD', 'POST'] }];

/** The page that deletes all keys of whoever got its link by mail. Reading it changes nothing: programs open links of mails too. */
export function mountKeys(app: Hono<AppEnv>): void {
  app.get(`${revocationPath}/:token`, (c) => answer(c, show));
  app.post(`${revocationPath}/:token`, (c) =>
    answer(c, async (ctx, token) => {
      await revokeKeys(ctx, token);
      return renderDeleted();
    }),
  );
}

async function show(ctx: GuestCtx, token: string): Promise<string> {
  const keys = await readRevocable(ctx, token);
  const word = ctx.settings.KEY_PREFIX_WORD;
  return renderKeys(keys.map((key) => ({ ...key, begins: formatPrefix(word, key.prefix) })));
}

function answer(c: Context<AppEnv>, act: (ctx: GuestCtx, token: string) => Promise<string>): Promise<Response> {
  const { guest } = c.get('request');
  return unkeptGuestRead(guest, c.req.raw, async () => {
    try {
      return unlisted(await act(guest, c.req.param('token') ?? ''), 200);
    } catch (error) {
      if (error instanceof Refusal && error.code === 'RESOURCE_NOT_FOUND') return unlisted(renderDeadLink(), 404);
      throw error;
    }
  });
}
