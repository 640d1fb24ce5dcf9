import { beforeAll, describe, expect, test } from 'vitest';
import { hostileTargets, ownTargets, unencodedTargets } from '../../../support/hostile-targets.ts';
import { anAddress, aPerson, type Person } from '../../../support/market/people.ts';
import { diagonal, share } from '../../../support/stack/depth.ts';
import { shared } from '../../../support/stack/shared.ts';

const { baseUrl } = shared;
const password = 'correct horse battery';
let person: Person;
let creator: Person;
beforeAll(async () => {
  person = await aPerson(baseUrl, { scopes: [], hasSession: true });
  creator = await aPerson(baseUrl, { roles: ['CREATOR'], scopes: [], hasSession: true });
});

type Send = (target: string) => Promise<Response>;

const asForm = (path: string, fields: Record<string, string>, cookie = ''): Promise<Response> =>
  fetch(baseUrl + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: baseUrl, cookie },
    body: new URLSearchParams(fields),
  });
const asJson = (path: string, body: object, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(baseUrl + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: baseUrl, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
const opened = (path: string, cookie = ''): Promise<Response> =>
  fetch(baseUrl + path, { redirect: 'manual', headers: { cookie, accept: 'text/html' } });
const query = (name: string, target: string) => `?${new URLSearchParams({ [name]: target })}`;
const newcomer = () => ({ name: 'Nova', email: anAddress(), password });

/** Every route that takes a target, by GET and POST, with the parameters that such routes have elsewhere too. */
const routes: Readonly<Record<string, Send>> = {
  'GET /api/auth/verify-email': (to) => opened(`/api/auth/verify-email${query('callbackURL', to)}&token=x`),
  'GET /api/auth/reset-password/{token}': (to) => opened(`/api/auth/reset-password/x${query('callbackURL', to)}`),
  'POST /api/auth/sign-up/email': (to) => asJson('/api/auth/sign-up/email', { ...newcomer(), callbackURL: to }),
  'POST /api/auth/sign-in/email': (to) =>
    asJson('/api/auth/sign-in/email', { email: person.email, password, callbackURL: to }),
  'POST /api/auth/sign-in/email with an error target': (to) =>
    asJson('/api/auth/sign-in/email', { email: person.email, password, errorCallbackURL: to, newUserCallbackURL: to }),
  'POST /api/auth/request-password-reset': (to) =>
    asJson('/api/auth/request-password-reset', { email: anAddress(), redirectTo: to }),
  'POST /api/auth/send-verification-email': (to) =>
    asJson('/api/auth/send-verification-email', { email: anAddress(), callbackURL: to }),
  'POST /api/auth/renew-link': (to) => asJson('/api/auth/renew-link', { token: 'x', callbackURL: to }),
  'POST /api/auth/change-email': (to) =>
    asJson('/api/auth/change-email', { newEmail: anAddress(), password, callbackURL: to }, { cookie: person.cookie }),
  'GET /sign-in': (to) => opened(`/sign-in${query('returnTo', to)}`),
  'POST /sign-in': (to) => asForm(`/sign-in${query('returnTo', to)}`, { email: person.email, password }),
  'POST /sign-up': (to) => asForm(`/sign-up${query('returnTo', to)}`, newcomer()),
  'POST /cabinet/welcome': (to) =>
    asForm(`/cabinet/welcome${query('returnTo', to)}`, { form: 'roles', roles: 'ADVERTISER' }, person.cookie),
  'POST /api/v1/social-accounts/connections': (to) =>
    asJson(
      '/api/v1/social-accounts/connections',
      { platform: 'YOUTUBE', returnTo: to },
      { authorization: `Bearer ${creator.token}` },
    ),
};

const walked = Object.entries(routes);
/** At the quick depth each target is tried at three routes, and each route tries a quarter of them: a few functions check all. */
const targetsOf = (name: string) => share(hostileTargets, Object.keys(routes).indexOf(name), 4);

describe('a target that a caller names', () => {
  test.each(walked)('of %s leads to no other site, in any of its shapes', async (name, send) => {
    for (const target of targetsOf(name)) {
      const answer = await send(target);
      const location = answer.headers.get('location');
      await answer.body?.cancel();
      expect(answer.status, target).toBeLessThan(500);
      expect(location === null || isPage(location), `${target} leads to ${location}`).toBe(true);
    }
  });

  test.each(walked)('of %s may be a page of this service', async (name, send) => {
    for (const target of diagonal(ownTargets, Object.keys(routes).indexOf(name))) {
      const answer = await send(target);
      await answer.body?.cancel();
      expect(answer.status, target).toBeLessThan(400);
    }
  });

  test.each(walked)('a target of %s whose text no header can carry is refused or encoded', async (_, send) => {
    for (const target of unencodedTargets) {
      const answer = await send(target);
      await answer.body?.cancel();
      expect(answer.status, target).toBeLessThan(500);
      expect(answer.headers.get('location') ?? '').toMatch(/^[\x20-\x7e]*$/);
    }
  });

  test.each(walked.filter(([name]) => /POST \/api\//.test(name)))(
    'of %s is refused when it is of another site, so that no email carries it',
    async (name, send) => {
      const refusals = await Promise.all(targetsOf(name).map(async (target) => (await send(target)).status));
      expect(new Set(refusals)).toSatisfy((all: Set<number>) =>
        [...all].every((status) => [400, 403].includes(status)),
      );
    },
  );
});

/** The Location stays at this service as a browser resolves it, and leads to no route that leads on to another site. */
function isPage(location: string): boolean {
  const { origin, pathname } = new URL(location, `${baseUrl}/a/b`);
  return origin === baseUrl && !/^\s*[/\\]\s*[/\\]/.test(location) && !/^\/(\/|t\/|api\/v1|sign-out)/.test(pathname);
}
