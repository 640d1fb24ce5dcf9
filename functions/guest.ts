import { lazy } from '../schema/shared/lazy.ts';
import { redirectKnown, redirectRoutes } from './campaigns/tracking-links/redirect-routes.ts';
import { catalogRoutes } from './catalog/routes.ts';
import { guestEdge } from './edge/guest-edge.ts';
import { createApp } from './edge-function.ts';
import type { Bindings } from './env.ts';
import { reportRoutes } from './factories/reports/report-routes.ts';
import type { Groups } from './groups.ts';
import type { Execution, GuestEnv } from './http/request-context.ts';
import { settingsReader } from './settings/index.ts';
import { avatarRoutes } from './social-accounts/avatar-routes.ts';
import { noteVisit } from './web/site/page-routes.ts';
import { reportPageRoutes } from './web/site/report-page-routes.ts';
import { siteRoutes } from './web/site/routes.ts';

const groups: Groups<'guest', GuestEnv> = {
  site: siteRoutes,
  catalog: catalogRoutes,
  avatars: avatarRoutes,
  redirects: redirectRoutes,
  reports: reportRoutes,
  reportPages: reportPageRoutes,
};
const settingsOf = settingsReader('guest');
// Built by the first request that misses: answers from the edge cache and redirects of known links need no routes.
const app = lazy(() => createApp(groups, settingsOf, (_, path) => (path.startsWith('/t/') ? 'ANY' : [])));

/** The public edge function: the catalog, creator pages, pictures and documentation. */
export default {
  fetch(request: Request, bindings: Bindings, execution: Execution) {
    const hit = guestEdge.hit(request, settingsOf(bindings), execution);
    if (hit === null) return redirectKnown(request, bindings, execution) ?? app().fetch(request, bindings, execution);
    noteVisit(request, bindings, (work) => execution.waitUntil(work));
    return hit;
  },
};
