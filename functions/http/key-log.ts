import type { Context, MiddlewareHandler } from 'hono';
import type { ActorKey } from '../context.ts';
import { logRequest } from '../identity/api-keys/index.ts';
import { asRefusal } from './problem.ts';
import type { ApiEnv } from './request-context.ts';

/**
 * Logs each change and each failed request of an authenticated key. It registers the deferred work before the change, because Cloudflare
 * cancels a request whose caller disconnects unless it has deferred work.
 */
export const logged =
  (path: string): MiddlewareHandler<ApiEnv> =>
  async (c, next) => {
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    let isNoted = false;
    c.set('noteCaller', ({ userId, key }) => {
      if (key === null || isNoted) return;
      isNoted = true;
      c.get('request').guest.defer(ended.then(() => store(c, path, userId, key)));
    });
    try {
      await next();
    } finally {
      end();
    }
  };

async function store(c: Context<ApiEnv>, path: string, ownerId: number, key: ActorKey): Promise<void> {
  const { status } = c.res;
  const { method } = c.req;
  // Successful reads are most requests. A row of each would cost Postgres as much as the read.
  if (status < 400 && (method === 'GET' || method === 'HEAD')) return;
  const { db, requestId, now } = c.get('request').guest;
  const at = new Date();
  const answer = { status, errorCode: status < 400 ? null : asRefusal(c.error).code };
  const call = { ownerId, keyId: key.id, requestId, method, path };
  await logRequest(db, { ...call, ...answer, durationMs: at.getTime() - now().getTime(), at });
}
