import { Hono } from 'hono';
import { uncachedGuestRead } from '../../edge/guest-read.ts';
import type { ApiEnv } from '../../http/request-context.ts';
import { deletionPath, readDeletedAt } from '../../social-accounts/index.ts';
import { unlisted } from '../ui/page-headers.ts';
import { renderDeletion } from './deletion-page.tsx';

/** The page of a deletion that a person has requested at Meta, by the confirmation code that Meta shows there. */
export const deletionRoutes = new Hono<ApiEnv>().get(`${deletionPath}/:code`, (c) => {
  const { guest } = c.get('request');
  return uncachedGuestRead(guest, c.req.raw, async () => {
    const deletedAt = await readDeletedAt(guest, c.req.param('code'));
    return unlisted(renderDeletion(deletedAt), deletedAt === null ? 404 : 200);
  });
});
