import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../../../functions/operations.ts';
import { buildDocument } from '../../../../scripts/openapi/document.ts';
import type { Reply } from '../../../support/client.ts';
import { anAddress, aPerson, callAuth, type Person } from '../../../support/market/people.ts';
import { controlOf } from '../../../support/stack/control.ts';
import { sample } from '../../../support/stack/depth.ts';
import { openPool } from '../../../support/stack/pool.ts';
import { shared } from '../../../support/stack/shared.ts';
import { type OwnStack, startStack } from '../../../support/stack/stack.ts';

// The sign-in routes are no operations, and a whole document takes seconds.
const { paths = {} } = buildDocument(sample(operations, 3), '1.0.0');
const documented = (method: 'get' | 'post', path: string): string[] =>
  Object.keys(paths[`/api/auth${path}`]?.[method]?.responses ?? {});

let verifying: OwnStack;
let person: Person;
const pool = openPool(shared.adminDatabaseUrl);
beforeAll(async () => {
  verifying = await startStack({ vars: { EMAIL_VERIFICATION: 'true' } });
  person = await aPerson(shared.baseUrl, { scopes: [], hasSession: true });
});
afterAll(async () => {
  await pool.end();
  await verifying?.stop();
});

const foreign = { origin: 'https://elsewhere.example' };
const password = 'correct horse battery';
const newcomer = () => ({ name: 'Nova', email: anAddress(), password });
const post = (path: string, body: unknown, headers: Record<string, string> = {}, baseUrl = shared.baseUrl) =>
  callAuth(baseUrl, path, { method: 'POST', body, headers });
const get = (path: string, headers: Record<string, string> = {}) => callAuth(shared.baseUrl, path, { headers });
const own = () => ({ cookie: person.cookie, origin: shared.baseUrl });

type Requested = readonly [path: string, status: number, request: () => Promise<Reply>];

const posts: readonly Requested[] = [
  ['/sign-up/email', 200, () => post('/sign-up/email', newcomer())],
  ['/sign-up/email', 400, () => post('/sign-up/email', { ...newcomer(), password: 'short' })],
  ['/sign-up/email', 403, () => post('/sign-up/email', newcomer(), foreign)],
  ['/sign-up/email', 403, () => post('/sign-up/email', { ...newcomer(), callbackURL: foreign.origin })],
  ['/sign-up/email', 422, () => post('/sign-up/email', { ...newcomer(), email: person.email })],
  ['/sign-up/email', 415, () => post('/sign-up/email', 'x', { 'content-type': 'text/plain' })],
  ['/sign-in/email', 200, () => post('/sign-in/email', { email: person.email, password })],
  ['/sign-in/email', 400, () => post('/sign-in/email', {})],
  ['/sign-in/email', 401, () => post('/sign-in/email', { email: person.email, password: 'wrong horse battery' })],
  ['/sign-in/email', 403, () => post('/sign-in/email', { email: person.email, password }, foreign)],
  ['/sign-out', 200, () => post('/sign-out', {}, { origin: shared.baseUrl })],
  ['/sign-out', 400, () => post('/sign-out', [])],
  ['/sign-out', 403, () => post('/sign-out', {}, { ...own(), ...foreign })],
  ['/request-password-reset', 200, () => post('/request-password-reset', { email: anAddress() })],
  ['/request-password-reset', 400, () => post('/request-password-reset', { email: 'none' })],
  [
    '/request-password-reset',
    403,
    () => post('/request-password-reset', { email: anAddress(), redirectTo: foreign.origin }),
  ],
  ['/reset-password', 400, () => post('/reset-password', { token: 'none', newPassword: password })],
  [
    '/reset-password',
    403,
    () => post('/reset-password', { token: 'none', newPassword: password }, { ...own(), ...foreign }),
  ],
  ['/change-password', 400, () => post('/change-password', { currentPassword: 'wrong', newPassword: password }, own())],
  ['/change-password', 401, () => post('/change-password', { currentPassword: password, newPassword: password })],
  ['/change-password', 403, () => post('/change-password', {}, { ...own(), ...foreign })],
  ['/change-email', 200, () => post('/change-email', { newEmail: anAddress(), password }, own())],
  ['/change-email', 400, () => post('/change-email', { newEmail: anAddress(), password: 'wrong' }, own())],
  ['/change-email', 401, () => post('/change-email', { newEmail: anAddress(), password })],
  ['/change-email', 403, () => post('/change-email', {}, { ...own(), ...foreign })],
  ['/send-verification-email', 200, () => post('/send-verification-email', { email: anAddress() })],
  ['/send-verification-email', 400, () => post('/send-verification-email', {})],
  ['/send-verification-email', 400, () => post('/send-verification-email', { email: anAddress() }, own())],
  [
    '/send-verification-email',
    403,
    () => post('/send-verification-email', { email: anAddress(), callbackURL: foreign.origin }),
  ],
];

const posted = (token: string) => post('/verify-email', { token, password });
const linked: readonly Requested[] = [
  ['/verify-email', 400, () => posted('none')],
  ['/verify-email', 403, () => post('/verify-email', { token: 'none' }, { ...own(), ...foreign })],
  [
    '/verify-email',
    403,
    () => post('/verify-email', { token: 'none' }, { ...foreign, 'sec-fetch-site': 'cross-site' }),
  ],
  ['/renew-link', 200, () => post('/renew-link', { token: 'none' })],
  ['/renew-link', 400, () => post('/renew-link', {})],
  ['/renew-link', 403, () => post('/renew-link', { token: 'none' }, { ...own(), ...foreign })],
];

const gets: readonly Requested[] = [
  ['/get-session', 200, () => get('/get-session')],
  ['/token', 200, () => get('/token', { cookie: person.cookie })],
  ['/token', 401, () => get('/token')],
  ['/jwks', 200, () => get('/jwks')],
  ['/reset-password/{token}', 302, () => get('/reset-password/none?callbackURL=/reset')],
  ['/reset-password/{token}', 400, () => get('/reset-password/none')],
  ['/reset-password/{token}', 403, () => get(`/reset-password/none?callbackURL=${foreign.origin}`)],
  ['/verify-email', 302, () => get('/verify-email?token=none&callbackURL=/')],
  ['/verify-email', 400, () => get('/verify-email')],
  ['/verify-email', 403, () => get(`/verify-email?token=none&callbackURL=${foreign.origin}`)],
];

describe('the OpenAPI document', () => {
  test.each([...posts, ...linked])('describes the answer of POST %s: %i', async (path, status, request) => {
    expect((await request()).status).toBe(status);
    expect(documented('post', path)).toContain(String(status));
  });

  test.each(gets)('describes the answer of GET %s: %i', async (path, status, request) => {
    expect((await request()).status).toBe(status);
    expect(documented('get', path)).toContain(String(status));
  });

  test('describes the answers to a suspended user and to one that is not verified', async () => {
    const unverified = newcomer();
    await post('/sign-up/email', unverified, {}, verifying.baseUrl);
    const early = await post('/sign-in/email', unverified, {}, verifying.baseUrl);
    const { email } = await aPerson(shared.baseUrl, { scopes: [] });
    await pool.query('update users set suspended_at = now() where email = $1', [email]);
    const suspended = await post('/sign-in/email', { email, password });
    expect([early, suspended].map(({ status, body }) => [status, body.code])).toEqual([
      [403, 'EMAIL_NOT_VERIFIED'],
      [403, 'ACCOUNT_ACCESS_DENIED'],
    ]);
    expect(documented('post', '/sign-in/email')).toContain('403');
  });

  test('describes every answer while the database is down', async () => {
    const control = controlOf(verifying.controlUrl);
    await control.neon('refuse');
    for (const [path, body] of [
      ['/sign-up/email', newcomer()],
      ['/request-password-reset', { email: anAddress() }],
    ] as const) {
      expect((await post(path, body, {}, verifying.baseUrl)).status).toBe(503);
      expect(documented('post', path)).toContain('503');
    }
    await control.neon('up');
  });
});
