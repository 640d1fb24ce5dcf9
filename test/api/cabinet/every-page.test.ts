import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pagePatterns } from '../../../functions/web/cabinet/pages.ts';
import { anOwner, type Owned } from '../../support/cabinet/owned.ts';
import { pageCases, pathOf } from '../../support/cabinet/page-cases.ts';
import { signedIn } from '../../support/cabinet/signed-in.ts';
import { type Visitor, visitorAt, visitorOf } from '../../support/cabinet/visitor.ts';
import { marketOf } from '../../support/market/market.ts';
import { shared } from '../../support/stack/shared.ts';
import { faultsOf } from '../../support/validity.ts';

const { baseUrl } = shared;
const market = marketOf(shared);
afterAll(() => market.close());

const hostile = `"><img src=x onerror=alert(1)>'`;

let owned: Owned;
let owner: Visitor;
let others: Readonly<Record<'both' | 'none' | 'STAFF', Visitor>>;
const guest = visitorAt(baseUrl);
beforeAll(async () => {
  owned = await anOwner(market, shared, hostile);
  owner = await signedIn(baseUrl, owned.person);
  const withRoles = async (roles: readonly string[]) => visitorOf(market, baseUrl, await market.aUser(roles));
  others = {
    both: await withRoles(['ADVERTISER', 'CREATOR']),
    none: await withRoles([]),
    STAFF: await withRoles(['STAFF']),
  };
});

const cases = Object.entries(pageCases);
const reader = ({ roles }: (typeof pageCases)[string]) => (roles?.includes('STAFF') ? others.STAFF : owner);

test('every page of the cabinet has a case', () => {
  expect(cases.map(([pattern]) => pattern).sort()).toEqual([...pagePatterns()].sort());
});

describe.each(cases)('%s', (pattern, pageCase) => {
  const path = () => pathOf(pattern, pageCase, owned);

  test.skipIf(pageCase.isFile)('shows its owner a valid page that nothing stores or lists', async () => {
    const { status, headers, html } = await reader(pageCase).get(path());
    expect(status).toBe(200);
    expect([headers.get('cache-control'), headers.get('x-robots-tag')]).toEqual(['no-store', 'noindex']);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
    expect(Buffer.byteLength(html)).toBeLessThan(60_000);
    expect(html).not.toContain('<img src=x');
    expect(await faultsOf(html)).toEqual([]);
  });

  test('leads a guest to the sign-in', async () => {
    const { status, headers } = await guest.get(path());
    expect(status).toBe(303);
    expect(headers.get('location')).toBe(`/sign-in?${new URLSearchParams({ returnTo: path() })}`);
  });

  test.runIf(pageCase.roles !== undefined)('is 403 for a user without its role', async () => {
    const { status } = await others.none.get(path());
    expect(status).toBe(403);
  });

  test.runIf(pageCase.ids !== undefined && !pageCase.roles?.includes('STAFF'))('is 404 for another user', async () => {
    const { status } = await others.both.get(path());
    expect(status).toBe(404);
  });

  test('refuses a form of another site', async () => {
    const { status } = await reader(pageCase).post(path(), [['form', 'any']], { origin: 'https://evil.example' });
    expect(status).toBe(403);
  });

  test.skipIf(pageCase.isFile)('refuses a form that it does not have', async () => {
    const { status } = await reader(pageCase).post(path(), [['form', 'no-such-form']]);
    expect(status).toBe(404);
  });
});
