import type { Context, Hono } from 'hono';
import { readRevocable, revocationPath, revokeKeys } from '../api-keys/index.ts';
import type { Served } from '../http/allowed-methods.ts';
import { unkeptGuestRead } from '../http/guest-read.ts';
import type { AppEnv } from '../http/request-context.ts';
import { renderKeys } from './keys-page.tsx';
import { unlisted } from './page-headers.ts';

export const keysPaths: readonly Served[] = [{ path: `${revocationPath}/{token}`, methods: ['GET', 'HEAD', 'POST'] }];

/** The page that deletes all keys of whoever got its link by mail. Reading it changes nothing: programs open links of mails too. */
export function mountKeys(app: Hono<AppEnv>): void {
  app.get(`${revocationPath}/:token`, (c) =>
    answer(c, async (token) => unlisted(renderKeys(await readRevocable(c.get('request').guest, token)), 200)),
  );
  app.post(`${revocationPath}/:token`, (c) =>
    answer(c, async (token) => {
      await revokeKeys(c.get('request').guest, token);
      return unlisted(renderKeys([]), 200);
    }),
  );
}

const answer = (c: Context<AppEnv>, show: (token: string) => Promise<Response>): Promise<Response> =>
  unkeptGuestRead(c.get('request').guest, c.req.raw, () => show(c.req.param('token') ?? ''));
