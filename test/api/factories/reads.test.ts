import { afterAll, describe, expect, test } from 'vitest';
import { refused } from '../../support/contract/expectations.ts';
import { peopleOf } from '../../support/contract/people.ts';
import { dataOf } from '../../support/market/campaigns.ts';
import { factoriesOf } from '../../support/market/factories.ts';
import { marketOf } from '../../support/market/market.ts';
import { shared } from '../../support/stack/shared.ts';

const market = marketOf({ baseUrl: shared.baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
afterAll(() => market.close());
const { anOwner, aFactory, add } = factoriesOf(shared.baseUrl);
const lists = ['summary', 'accounts', 'posts'];

describe('a factory of another user', () => {
  test.each(lists)('a factory of another user is not found when its %s is read', async (list) => {
    const { id } = await aFactory(await anOwner());
    const other = await anOwner();
    refused(await other.keyed.get(`/factories/${id}/${list}`), 'RESOURCE_NOT_FOUND');
    refused(await other.api.get(`/factories/${id}/${list}?cursor=1`), 'RESOURCE_NOT_FOUND');
  });

  test('an account of one factory is not found in another one of its owner', async () => {
    const owner = await anOwner();
    const [one, other] = [await aFactory(owner), await aFactory(owner)];
    const account = dataOf(await add(owner, one, { handle: 'drinks-daily' }), 201);
    expect((await owner.keyed.get(`/factories/${one.id}/accounts/${account.id}`)).status).toBe(200);
    refused(await owner.keyed.get(`/factories/${other.id}/accounts/${account.id}`), 'RESOURCE_NOT_FOUND');
  });

  test('a deleted factory is not found by its owner', async () => {
    const owner = await anOwner();
    const { id } = await aFactory(owner);
    dataOf(await owner.api.delete(`/factories/${id}`));
    for (const list of lists) refused(await owner.keyed.get(`/factories/${id}/${list}`), 'RESOURCE_NOT_FOUND');
  });
});

describe('the filters', () => {
  test.each([
    ['a sort of accounts that does not exist', 'accountSort=handle'],
    ['a sort of posts that does not exist', 'postSort=posts'],
    ['two signs of a sort', 'postSort=--views'],
    ['a search of one character', 'search=a'],
    ['a search of more than 100 characters', `search=${'a'.repeat(101)}`],
    ['a platform that does not exist', 'platform=MYSPACE'],
    ['a tag that is no id', 'tag=street'],
    ['a period that ends before it begins', 'from=2026-11-02&to=2026-11-01'],
    ['a day that does not exist', 'from=2026-02-30'],
  ])('%s is refused everywhere', async (_, query) => {
    const owner = await anOwner();
    const { id } = await aFactory(owner);
    for (const list of lists) refused(await owner.keyed.get(`/factories/${id}/${list}?${query}`), 'VALIDATION_FAILED');
  });

  test('the summary accepts sorts, and ignores them', async () => {
    const owner = await anOwner();
    const { id } = await aFactory(owner);
    const { body } = await owner.keyed.get(`/factories/${id}/summary?accountSort=-er&postSort=saves`);
    expect(body.data).toEqual({
      ...{ publications: 0, views: null, reactions: null, averageViews: null, medianViews: null, er: null },
      viewDefinitions: [],
      totals: {
        ...{ views: null, likes: null, comments: null, er: null, saves: null, updatedAt: null, savesUpdatedAt: null },
        ...{ erCoverage: { measuredPosts: 0, totalPosts: 0 }, savesCoverage: { measuredPosts: 0, totalPosts: 0 } },
      },
      ...{ history: [], snapshotBaseline: null },
    });
  });

  test('a quote, a percent sign and a backslash in a search are only text', async () => {
    const owner = await anOwner();
    const factory = await aFactory(owner);
    dataOf(await add(owner, factory, { handle: 'drinks_daily' }), 201);
    const found = async (search: string) =>
      (await owner.keyed.get(`/factories/${factory.id}/accounts?search=${encodeURIComponent(search)}`)).body.data
        .length;
    expect(await found('S_D')).toBe(1);
    for (const search of ['%%', "'--", '\\_', 's.d']) expect(await found(search), search).toBe(0);
  });
});

describe('the summary for staff', () => {
  test('staff reads the summary of any factory, and nobody else does', async () => {
    const owner = await anOwner();
    const { id } = await aFactory(owner);
    const staff = await peopleOf(shared.baseUrl, market).aPerson({ roles: ['STAFF'] });
    const { body } = await staff.twin.get(`/staff/factories/${id}/summary`);
    expect(body).toEqual((await owner.keyed.get(`/factories/${id}/summary`)).body);
    const { status, body: problem } = await owner.api.get(`/staff/factories/${id}/summary`);
    expect({ status, code: problem.code }).toEqual({ status: 403, code: 'insufficient_scope' });
    expect((await owner.keyed.get(`/staff/factories/${id}/summary`)).status).toBe(404);
    refused(await staff.twin.get('/staff/factories/9007199254740991/summary'), 'RESOURCE_NOT_FOUND');
  });
});
