import { randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { redirectRoutes } from '../../functions/campaigns/tracking-links/redirect-routes.ts';
import { authRoutes } from '../../functions/identity/account/auth-routes.ts';
import { operations } from '../../functions/operations.ts';
import { avatarRoutes } from '../../functions/social-accounts/avatar-routes.ts';
import { signInPages } from '../../functions/web/sign-in/pages.ts';
import { connectionRoutes } from '../../functions/web/site/connection-routes.ts';
import { deletionRoutes } from '../../functions/web/site/deletion-routes.ts';
import { keysRoutes } from '../../functions/web/site/keys-routes.ts';
import { reportPageRoutes } from '../../functions/web/site/report-page-routes.ts';
import { siteRoutes } from '../../functions/web/site/routes.ts';
import { isMutation } from '../../schema/shared/operation.ts';
import { anOwner } from '../support/cabinet/owned.ts';
import { pageCases, pathOf as pagePathOf } from '../support/cabinet/page-cases.ts';
import { signedIn } from '../support/cabinet/signed-in.ts';
import { visitorOf } from '../support/cabinet/visitor.ts';
import { caseOf } from '../support/contract/cases.ts';
import { bearer, oneRouteOfEach, requestTo, routesOf } from '../support/contract/routes.ts';
import { castOfFile } from '../support/contract/world.ts';
import { changedTables, digestsOf } from '../support/digests.ts';
import { tokenIn, untilMailed } from '../support/market/mails.ts';
import { aPerson, callAuth, type Person } from '../support/market/people.ts';
import { begin, comeBack, decide } from '../support/social/sign-in.ts';
import { controlOf } from '../support/stack/control.ts';
import { depth, share } from '../support/stack/depth.ts';
import { shared } from '../support/stack/shared.ts';

const { cast, baseUrl, market } = castOfFile();
const control = controlOf(shared.controlUrl);

/** Tables and columns that a read may change, and why. */
const logs: Readonly<Record<string, string>> = {
  api_requests: 'The log of the failed requests of a key.',
  'api_keys.last_used_at': 'The last use of a key.',
  walks: 'The order of the list whose next page the answer names. Deleted after two days.',
  walk_pages: 'The same.',
};

/** The same for a request whose answer has a body. */
const logsOfReads: Readonly<Record<string, string>> = {
  ...logs,
  staff_actions: 'The audit log of the reads by staff. A prefetch shows the data, too.',
};

interface Address {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Each route that answers a GET, with a caller for whom it succeeds. */
let all: Address[];
let callback: Address;
let member: Person;

/** The routes that are no operations and no pages of the cabinet. */
const routes = [
  ...[siteRoutes, avatarRoutes, redirectRoutes, reportPageRoutes, keysRoutes, connectionRoutes, deletionRoutes].flatMap(
    (app) => app.routes,
  ),
  ...authRoutes.routes,
].flatMap(({ method, path }) => (method === 'GET' ? [path] : []));

async function ofOperations(): Promise<Address[]> {
  const addresses: Address[] = [];
  const reads = operations.filter((operation) => !isMutation(operation));
  for (const route of depth(oneRouteOfEach, routesOf)(reads)) {
    const { access, role, name } = route.operation;
    const of = access === 'staff' ? cast().staff : role === 'CREATOR' ? cast().creator : cast().advertiser;
    const credential = route.via === 'none' ? [] : bearer(route.via === 'key' ? of.apiKey : of.token);
    const { target, headers = [] } = requestTo(route, { credential, ...(await caseOf(name).ready(cast(), of)) });
    addresses.push({ path: target, headers: Object.fromEntries(headers) });
  }
  return addresses;
}

async function ofPages(): Promise<Address[]> {
  const owned = await anOwner(market, shared);
  member = owned.person;
  const owner = (await signedIn(baseUrl, owned.person)).cookie();
  const staff = (await visitorOf(market, baseUrl, await market.aUser(['STAFF']))).cookie();
  const { rows } = await market.pool.query('select code from tracking_links where id = $1', [owned.ids.trackingLink]);
  const { params } = await caseOf('GetFactoryReport').ready(cast(), cast().advertiser);
  const pages = Object.entries(pageCases).map(([pattern, page]) => ({
    path: pagePathOf(pattern, page, owned),
    headers: { cookie: page.roles?.includes('STAFF') ? staff : owner },
  }));
  const links = await ofLinks(owner);
  const values: Readonly<Record<string, string>> = {
    code: rows[0].code,
    secret: params?.secret ?? '',
    ...links.values,
  };
  const others = routes
    .filter((pattern) => !pattern.endsWith('/callback') && pattern !== '/')
    .map((pattern) => pattern.replace(/:(\w+)(\{[^}]+\})?/g, (_, name: string) => values[name] ?? '1'));
  const signIn = Object.keys(signInPages);
  return [
    ...pages,
    ...[...others, ...signIn].map((path) => ({
      path: `${path}${links.queries[path] ?? ''}`,
      headers: { cookie: owner },
    })),
  ];
}

/** The links of emails. */
async function ofLinks(cookie: string) {
  const { email, password } = await aPerson(baseUrl);
  await callAuth(baseUrl, '/request-password-reset', { body: { email } });
  const [reset] = await untilMailed(shared.mailDir, email, /new password/);
  const body = { newEmail: `${randomBytes(6).toString('hex')}@example.com`, password };
  const changed = await callAuth(baseUrl, '/change-email', {
    body: { ...body, password: member.password },
    headers: { cookie, origin: baseUrl },
  });
  expect(changed.status).toBe(200);
  const [change] = await untilMailed(shared.mailDir, body.newEmail, /^Confirm/);
  const [resetToken, changeToken] = [tokenIn(reset), tokenIn(change)];
  return {
    values: { token: resetToken, at: '@nobody', platform: 'youtube' },
    queries: {
      [`/api/auth/reset-password/${resetToken}`]: '?callbackURL=/reset',
      ...{ '/reset': `?token=${resetToken}`, '/verify': `?token=${changeToken}` },
      '/api/auth/verify-email': `?token=${changeToken}`,
    } as Readonly<Record<string, string>>,
  };
}

/** The way back from a platform. */
async function ofConnection(): Promise<Address> {
  const { authorizeUrl, cookie } = await begin(await aPerson(baseUrl, { roles: ['CREATOR'] }));
  const url = await decide(authorizeUrl, { handle: `advance${randomBytes(4).toString('hex')}` });
  return { path: url.slice(baseUrl.length), headers: { cookie } };
}

async function untilNothingGoesOn(): Promise<void> {
  await control.untilNothingIsDeferred();
  await control.untilQueuesAreEmpty();
}

beforeAll(async () => {
  all = [...(await ofOperations()), ...(await ofPages())];
  callback = await ofConnection();
  // Each use of these sessions would extend them, and one may still go on. Events become messages, and attempts to deliver these end.
  await untilNothingGoesOn();
  await market.pool.query(
    `update sessions set created_at = now() - interval '3 days', updated_at = now() - interval '2 days'`,
  );
  // Their delivery is tried again at any time.
  await market.pool.query(
    `update messages set status = 'CANCELLED', due_at = null, ended_at = now(), last_error = 'ended' where status = 'PENDING'`,
  );
  // Sessions and counts are trusted for a second. The clock of the shared stack stays that of its Postgres.
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  await untilNothingGoesOn();
});

/** At the quick depth each address gets one of them. */
const inAdvance: readonly (readonly [string, RequestInit, () => readonly Address[]])[] = [
  ['a HEAD request', { method: 'HEAD' }, () => share(all, 0, 3)],
  ['a prefetch', { headers: { 'sec-purpose': 'prefetch;prerender' } }, () => share(all, 1, 3)],
  ['a preview', { headers: { purpose: 'preview' } }, () => share(all, 2, 3)],
];

test.each(inAdvance)('%s changes nothing, whatever its route', async (_, { method = 'GET', headers }, addresses) => {
  const without = new Set(Object.keys(method === 'HEAD' ? logs : logsOfReads));
  const before = await digestsOf(market, without);
  const failed: string[] = [];
  for (const { path, headers: own } of [...addresses(), callback]) {
    const sent = { method, headers: { ...own, ...Object(headers) }, redirect: 'manual' } as const;
    const answer = await fetch(baseUrl + path, sent);
    await answer.arrayBuffer();
    if (answer.status >= 500 || answer.status === 401) failed.push(`${answer.status} ${path}`);
    expect(answer.headers.getSetCookie(), path).toEqual([]);
  }
  await untilNothingGoesOn();
  expect(failed).toEqual([]);
  expect(changedTables(before, await digestsOf(market, without))).toEqual([]);
});

test('the way back from a platform and a session still work after requests in advance', async () => {
  const { path, headers } = callback;
  const returned = await comeBack(baseUrl + path, headers.cookie ?? null);
  expect([returned.status, returned.text]).toEqual([200, expect.stringContaining('Connected as')]);
  // The answer for a request in advance, which extends no session, is trusted for a second.
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  const page = await fetch(`${baseUrl}/cabinet/settings`, {
    headers: all.find((one) => one.path === '/cabinet/settings')?.headers ?? {},
  });
  expect(page.headers.getSetCookie().join()).toContain('session_token');
});
