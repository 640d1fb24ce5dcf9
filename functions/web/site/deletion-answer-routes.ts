import type { Context } from 'hono';
import { uncachedGuestRead } from '../../edge/guest-read.ts';
import type { ApiEnv } from '../../http/request-context.ts';
import { readDeletedAt } from '../../social-accounts/index.ts';
import { unlisted } from '../ui/page-headers.ts';
import { renderDeletion } from './deletion-page.tsx';

export function show(c: Context<ApiEnv>, code: string): Promise<Response> {
  const { guest } = c.get('request');
  return uncachedGuestRead(guest, c.req.raw, async () => {
    const deletedAt = await readDeletedAt(guest, code);
    return unlisted(renderDeletion(deletedAt), deletedAt === null ? 404 : 200);
  });
}
