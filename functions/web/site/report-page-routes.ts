import { Hono } from 'hono';
import { secretRead } from '../../edge/secret-read.ts';
import type { GuestEnv } from '../../http/request-context.ts';
import { mayBeVisit, userAgentOf } from '../../http/visitor.ts';
import { unlisted } from '../ui/page-headers.ts';

/** The reports of share links, for people. They are never cached. Few readers of `guest` open one: its start does not load them. */
export const reportPageRoutes = new Hono<GuestEnv>().get('/reports/:secret', async (c) => {
  const ctx = c.get('request').guest;
  const { findReport, noteVisit } = await import('../../factories/reports/index.ts');
  return secretRead(
    ctx,
    c.req.raw,
    () => findReport(ctx, c.req.param('secret')),
    async (report) => {
      const { showReport } = await import('./report/show-report.ts');
      const { html, status, isOpened } = await showReport(ctx, report, new URL(c.req.url));
      if (isOpened && mayBeVisit(c.req.raw)) ctx.defer(noteVisit(ctx, report, userAgentOf(c.req.raw)));
      return unlisted(html, status);
    },
  );
});
