import { Hono } from 'hono';
import { guestLookup } from '../../edge/guest-read.ts';
import type { Bindings } from '../../env.ts';
import { callerAddress } from '../../http/address.ts';
import { headersOf } from '../../http/headers.ts';
import { type Execution, type GuestEnv, requestIdOf } from '../../http/request-context.ts';
import { mayBeVisit, userAgentOf } from '../../http/visitor.ts';
import { isolateCache } from '../../isolate-cache.ts';
import { findTarget } from './find-target.ts';
import { reportVisit, type Visit } from './report-visit.ts';

/** A link and the headers of its redirect. */
interface Link {
  readonly target: Visit['target'];
  readonly headers: Headers;
}

const maxKept = 4_096;
// Links never change, so an isolate reads each of them once.
const links = isolateCache<string, Link>(maxKept);

/** Tracking links that this isolate does not know. */
export const redirectRoutes = new Hono<GuestEnv>().get('/t/:code', async (c) => {
  const { guest } = c.get('request');
  const code = c.req.param('code');
  const target = await guestLookup(guest, c.req.raw, () => findTarget(guest, code));
  const link = { target, headers: redirectHeaders(target.destinationUrl) };
  links.set(code, link);
  return redirect(c.req.raw, link, { at: guest.now(), bindings: c.env, defer: guest.defer });
});

/** The redirect of a link that this isolate knows. It waits for no route, no Postgres and no Redis. */
export function redirectKnown(request: Request, bindings: Bindings, execution: Execution): Response | null {
  const [, code] = linkPath.exec(request.url) ?? [];
  const link = code === undefined ? undefined : links.get(code);
  if (link === undefined || (request.method !== 'GET' && request.method !== 'HEAD')) return null;
  const defer = (work: Promise<unknown>) => execution.waitUntil(work);
  const answer = redirect(request, link, { at: new Date(), bindings, defer });
  answer.headers.set('x-request-id', requestIdOf(request));
  return answer;
}

interface Arrival {
  readonly at: Date;
  readonly bindings: Bindings;
  defer(work: Promise<unknown>): void;
}

const linkPath = /^[^/]*\/\/[^/]*\/t\/([0-9A-Za-z]{10})(?:\?|$)/;

/** Answers at once. The visit is counted later. */
function redirect(request: Request, { target, headers }: Link, { at, bindings, defer }: Arrival): Response {
  if (mayBeVisit(request)) {
    const visit = { target, at, address: callerAddress(request), userAgent: userAgentOf(request) };
    reportVisit(visit, bindings, defer);
  }
  return new Response(null, { status: 302, headers });
}

/** The page learns from where its visitors come, as it would without the redirect. */
const redirectHeaders = (location: string): Headers =>
  new Headers({
    ...headersOf(false),
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer-when-downgrade',
    location,
  });
