import { type Context, Hono } from 'hono';
import { isUnavailable, missing, notFound } from '../../../schema/shared/errors.ts';
import type { GuestCtx } from '../../context.ts';
import { guestLookup } from '../../edge/guest-read.ts';
import type { Bindings } from '../../env.ts';
import { callerAddress } from '../../http/address.ts';
import { headersOf } from '../../http/headers.ts';
import { type Execution, type GuestEnv, requestIdOf } from '../../http/request-context.ts';
import { mayBeVisit, userAgentOf } from '../../http/visitor.ts';
import { isolateCache } from '../../isolate-cache.ts';
import { problemOfStored } from './destination-rules.ts';
import { findTarget } from './find-target.ts';
import { reportVisit } from './report-visit.ts';
import { type Reason, stoppedLink } from './stopped-link.ts';

type Target = NonNullable<Awaited<ReturnType<typeof findTarget>>>;

/** A link that redirects, and the headers of its redirect. */
interface Link {
  readonly target: Target;
  readonly headers: Headers;
  /** When Postgres gave it. */
  readonly readAt: number;
  /** Until then it redirects without another look. */
  readonly trustedUntil: number;
}

const maxKept = 4_096;
const links = isolateCache<string, Link>(maxKept);
/** A suspension, a deletion and a block end a link within a second. */
const trustedMs = 800;
/** While Postgres is away nobody can switch a link off either, so that a link that this isolate knows redirects on, for so long. */
const rememberedMs = 3_600_000;

/** Tracking links that this isolate has not read lately. */
const answerLink = async (c: Context<GuestEnv, '/t/:code'>) => {
  const { guest } = c.get('request');
  const code = c.req.param('code');
  const arrival = { at: guest.now(), bindings: c.env, defer: guest.defer };
  const known = links.get(code);
  const now = Date.now();
  const { target, readAt } = await read(guest, c.req.raw, code, known !== undefined).then(
    (target) => ({ target, readAt: now }),
    (error) => {
      if (known !== undefined && isUnavailable(error) && now - known.readAt <= rememberedMs) return known;
      throw error;
    },
  );
  const reason = await reasonToStop(target, guest);
  if (reason !== null) {
    links.delete(code);
    return stoppedLink(reason);
  }
  const link = { target, headers: redirectHeaders(target.destinationUrl), readAt, trustedUntil: now + trustedMs };
  links.set(code, link);
  return redirect(c.req.raw, link, arrival);
};
export const redirectRoutes = new Hono<GuestEnv>().get('/t/:code', answerLink).get('/t/:code/', answerLink);

async function reasonToStop(
  { stop, blockReason, destinationUrl }: Target,
  { settings }: GuestCtx,
): Promise<Reason | null> {
  if (stop === 'BLOCKED') return { block: blockReason ?? missing('the reason of a block') };
  if (stop !== null) return stop;
  const destination = await problemOfStored(destinationUrl, settings.BASE_URL);
  return destination === null ? null : { destination };
}

/** A link that this isolate knows is no guess of a code. */
async function read(guest: GuestCtx, request: Request, code: string, isKnown: boolean): Promise<Target> {
  const look = () => findTarget(guest, code);
  const target = isKnown ? await look() : await guestLookup(guest, request, look);
  if (target === null) throw notFound();
  return target;
}

/** The redirect of a link that this isolate knows. It waits for no route, no Postgres and no Redis. Null after less than a second. */
export function redirectKnown(request: Request, bindings: Bindings, execution: Execution): Response | null {
  const [, code] = linkPath.exec(request.url) ?? [];
  const link = code === undefined ? undefined : links.get(code);
  if (link === undefined || Date.now() > link.trustedUntil) return null;
  if (request.method !== 'GET' && request.method !== 'HEAD') return null;
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

const linkPath = /^[^/]*\/\/[^/]*\/t\/([0-9A-Za-z]{10})\/?(?:\?|$)/;

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
