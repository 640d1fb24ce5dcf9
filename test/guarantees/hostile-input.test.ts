import { expect, test } from 'vitest';
import { operations } from '../../functions/operations.ts';
import type { Reply } from '../support/client.ts';
import { caseOf } from '../support/contract/cases.ts';
import { expectAnswer, expectEnvelope } from '../support/contract/expectations.ts';
import { hostileTo, requestOf, strangePath } from '../support/contract/hostile-request.ts';
import { type RawRequest, sendRaw } from '../support/contract/raw.ts';
import { bearer, type Prepared, type Route, routesOf } from '../support/contract/routes.ts';
import { castOfFile } from '../support/contract/world.ts';
import { fc, fuzzSeed } from '../support/fast-check.ts';
import { depth } from '../support/stack/depth.ts';

const { cast, baseUrl, market } = castOfFile();
// Disabling publication would affect every other test: publication.test.ts has its own stack for it.
const routes = routesOf(operations.filter(({ name }) => name !== 'SwitchControl'));
/** The request that succeeds of each route that a bad one was sent to. */
const ready = new Map<Route, Prepared>();
async function readyFor(route: Route): Promise<Prepared> {
  const known = ready.get(route) ?? (await caseOf(route.operation.name).ready(cast(), callerAt(route)));
  ready.set(route, known);
  return known;
}

const badRequests = depth(100, 1_800);
const strangePaths = depth(50, 200);

test(`${badRequests} bad requests to every operation are each refused in an error envelope, or answered as declared`, {
  timeout: 10 * 60_000,
}, async () => {
  const property = fc.asyncProperty(hostileTo(routes), async (hostile) => {
    const route = routes[hostile.route];
    if (!route) return;
    const who = { own: shownAt(route, 'own'), other: shownAt(route, 'other') };
    const request = requestOf(hostile, route, await readyFor(route), who);
    expectSane(await sendRaw(baseUrl, request), request, route);
  });
  await fc.assert(property, { numRuns: badRequests });
  await market.expectSoundLedger();
});

test(`${strangePaths} requests to random paths are each refused in an error envelope, or answered by a route`, {
  timeout: 5 * 60_000,
}, async () => {
  const property = fc.asyncProperty(strangePath, async (request) =>
    expectSane(await sendRaw(baseUrl, request), request),
  );
  await fc.assert(property, { numRuns: strangePaths });
});

function expectSane(reply: Reply, request: RawRequest, route?: Route): void {
  const { status, headers } = reply;
  const label = `FUZZ_SEED=${fuzzSeed}: ${request.method} ${request.target}`.slice(0, 300);
  expect(status, `${label}: ${reply.text.slice(0, 300)}`).toBeLessThan(500);
  expect(headers.get('x-request-id'), label).toMatch(/^[\w.-]{1,128}$/);
  if (request.method === 'HEAD') return;
  if (status >= 400) expectRefused(reply, request, label);
  else if (route?.operation.method.toUpperCase() === request.method && status === route.operation.success)
    expectAnswer(reply, route, label);
  else expect([200, 204, 302, 304, 308], label).toContain(status);
}

/** Paths for people return an error page with noindex; all others return an error envelope. */
function expectRefused(reply: Reply, { target }: RawRequest, label: string): void {
  const isPage = reply.headers.get('content-type')?.startsWith('text/html');
  if (!isPage) {
    expectEnvelope(reply, null, label);
    return;
  }
  expect(target, label).toMatch(/^\/(?:creators|sitemap|api-keys)/);
  expect(reply.headers.get('x-robots-tag'), label).toContain('noindex');
}

/** A user who can call the operation and whom no other test needs. */
function callerAt({ operation }: Route) {
  if (operation.access === 'staff') return cast().staff;
  if (operation.role === 'CREATOR') return cast().creator;
  return operation.name === 'UpdateMe' ? cast().otherUser : cast().advertiser;
}

function shownAt(route: Route, whose: 'own' | 'other'): [string, string][] {
  if (route.via === 'none') return [];
  const person = callerAt(route);
  return bearer((route.via === 'key') === (whose === 'own') ? person.apiKey : person.token);
}
