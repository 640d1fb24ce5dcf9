import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pageAt, pagePatterns } from '../../../functions/web/cabinet/pages.ts';
import type { Role } from '../../../schema/shared/enums.ts';
import { anOwner, type Owned } from '../../support/cabinet/owned.ts';
import { pageCases, pathOf } from '../../support/cabinet/page-cases.ts';
import { signedIn } from '../../support/cabinet/signed-in.ts';
import { type Visitor, visitorAt, visitorOf } from '../../support/cabinet/visitor.ts';
import { peopleOf } from '../../support/contract/people.ts';
import { wordsOf } from '../../support/html.ts';
import { marketOf } from '../../support/market/market.ts';
import { diagonal } from '../../support/stack/depth.ts';
import { shared } from '../../support/stack/shared.ts';
import { faultsOf } from '../../support/validity.ts';

const { baseUrl } = shared;
const market = marketOf(shared);
afterAll(() => market.close());

const hostile = `"><img src=x onerror=alert(1)>'`;

let owned: Owned;
let owner: Visitor;
let others: Readonly<Record<'both' | 'none' | Role, Visitor>>;
const guest = visitorAt(baseUrl);
beforeAll(async () => {
  owned = await anOwner(market, shared, hostile);
  owner = await signedIn(baseUrl, owned.person);
  const withRoles = async (roles: readonly string[]) => visitorOf(market, baseUrl, await market.aUser(roles));
  others = {
    both: await withRoles(['ADVERTISER', 'CREATOR']),
    none: await withRoles([]),
    ADVERTISER: await withRoles(['ADVERTISER']),
    CREATOR: await withRoles(['CREATOR']),
    STAFF: await withRoles(['STAFF']),
  };
});

const cases = Object.entries(pageCases);
const rowOf = (pattern: string) => Object.keys(pageCases).indexOf(pattern);
const reader = ({ roles }: (typeof pageCases)[string]) => (roles?.includes('STAFF') ? others.STAFF : owner);

const roles = ['ADVERTISER', 'CREATOR', 'STAFF'] as const;
const withoutRoles = (allowed: readonly Role[]): Visitor[] => [
  others.none,
  ...roles.filter((role) => !allowed.includes(role)).map((role) => others[role]),
];

/** Browsers send Origin with each form. A request without it is none of them. */
const foreign: readonly [string, Readonly<Record<string, string | null>>][] = [
  ['of another site', { origin: 'https://evil.example' }],
  ['without an origin', { origin: null }],
  ['of another site without an origin', { origin: null, 'sec-fetch-site': 'cross-site' }],
];

/** The sources of each directive, by its name without `-src` and `-action`. */
const policyOf = (headers: Headers): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    (headers.get('content-security-policy') ?? '').split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name.replace(/-(src|action)$/, ''), sources];
    }),
  );

test('every page of the cabinet has a case', () => {
  expect(cases.map(([pattern]) => pattern).sort()).toEqual([...pagePatterns()].sort());
});

describe.each(cases)('%s', (pattern, pageCase) => {
  const path = () => pathOf(pattern, pageCase, owned);

  test.skipIf(pageCase.isFile)('shows its owner a valid page that nothing stores or lists', async () => {
    const { status, headers, html } = await reader(pageCase).get(path());
    expect(status).toBe(200);
    expect([headers.get('cache-control'), headers.get('x-robots-tag')]).toEqual(['no-store', 'noindex']);
    expect(headers.get('referrer-policy')).toBe('same-origin');
    const { connect, form, ...policy } = policyOf(headers);
    expect(policy).toEqual({
      ...{ default: ["'none'"], script: ["'self'"], style: ["'self'"], img: ["'self'"] },
      ...{ 'base-uri': ["'none'"], 'frame-ancestors': ["'none'"] },
    });
    for (const [own, ...origins] of [connect ?? [], form ?? []]) {
      expect(own).toBe("'self'");
      for (const origin of origins) expect(origin).toBe(new URL(origin).origin);
    }
    expect(Buffer.byteLength(html)).toBeLessThan(60_000);
    expect(html).not.toContain('<img src=x');
    expect(await faultsOf(html)).toEqual([]);
  });

  test('leads a guest to the sign-in', async () => {
    const { status, headers } = await guest.get(path());
    expect(status).toBe(303);
    expect(headers.get('location')).toBe(`/sign-in?${new URLSearchParams({ returnTo: path() })}`);
  });

  test.runIf(pageCase.roles !== undefined)('is 403 for users without its role', async () => {
    const [bare = ''] = path().split('?');
    for (const other of diagonal(withoutRoles(pageCase.roles ?? []), rowOf(pattern)))
      for (const address of new Set([path(), bare])) expect((await other.get(address)).status).toBe(403);
  });

  test.runIf(pageCase.ids !== undefined && !pageCase.roles?.includes('STAFF'))('is 404 for another user', async () => {
    const { status } = await others.both.get(path());
    expect(status).toBe(404);
  });

  test.each(diagonal(foreign, rowOf(pattern)))('refuses a form %s', async (_, headers) => {
    const { status } = await reader(pageCase).post(path(), [['form', 'any']], headers);
    expect(status).toBe(403);
  });

  test.skipIf(pageCase.isFile)('refuses a form that it does not have', async () => {
    const { status } = await reader(pageCase).post(path(), [['form', 'no-such-form']]);
    expect(status).toBe(404);
  });
});

describe('after a suspension', () => {
  beforeAll(async () => {
    const path = `/staff/users/${owned.ids.user}/suspension`;
    const staff = await peopleOf(baseUrl, market).aPerson({ roles: ['STAFF'] });
    expect((await staff.twin.put(path, { suspended: true, reason: 'A complaint' })).status).toBe(200);
    // The service trusts a session for a second.
    await setTimeout(1_100);
  });

  test.each(cases)('%s shows its owner the reason, and nothing else', async (pattern, pageCase) => {
    const { status, html } = await owner.get(pathOf(pattern, pageCase, owned));
    expect(status).toBe(403);
    expect(wordsOf(html)).toContain('This account is suspended. The reason: A complaint');
    expect(html).not.toContain('onerror');
  });

  test.each(cases)(
    '%s refuses each form of its owner with the reason, and keeps what was typed',
    async (pattern, pageCase) => {
      const path = pathOf(pattern, pageCase, owned);
      const { default: page } = (await pageAt(pattern)?.open()) ?? { default: {} };
      const forms = Object.keys('forms' in page ? (page.forms ?? {}) : {});
      for (const form of diagonal(forms, rowOf(pattern))) {
        const { status, html } = await owner.post(path, [
          ['form', form],
          ['typed', 'What I typed'],
        ]);
        expect({ form, status }).toEqual({ form, status: 403 });
        expect(wordsOf(html)).toContain('The reason: A complaint');
        expect(wordsOf(html)).toContain('What I typed');
      }
    },
  );
});
