import { afterAll, expect, test } from 'vitest';
import { operations } from '../../functions/operations.ts';
import { accountOrders, postOrders } from '../../schema/factories/factory-terms.ts';
import { marketOf } from '../support/market/market.ts';
import { depth, isOnDiagonal } from '../support/stack/depth.ts';
import { shared } from '../support/stack/shared.ts';
import {
  aMovingFactory,
  dashboard,
  listOfFactory,
  listOfPage,
  preview,
  report,
} from '../support/walks/factory-lists.ts';
import { type MovingList, type Run, walk } from '../support/walks/moving-list.ts';
import {
  creatorsOfCampaign,
  savedCreators,
  savedListsOfOwner,
  shareLinksOfFactory,
  tagGroupsOfFactory,
  tagsOfOwner,
  usersByAddress,
  usersByName,
} from '../support/walks/other-lists.ts';

const market = marketOf({ baseUrl: shared.baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
afterAll(() => market.close());
const run: Run = async (text, values = []) =>
  (await market.pool.query(text, [...values])).rows.map(({ id }) => String(id));

/** The orders; at the quick depth each value in one direction, its neighbour in the other one. */
const ofSorts = <T>(orders: readonly T[], first: number): readonly T[] =>
  orders.filter((_, n) => isOnDiagonal(Math.floor(n / 2) + first, n, 2));

/** Each list whose rows move or are deleted, by its operation. */
const moving: readonly (readonly [operation: string, about: string, make: () => Promise<MovingList>])[] = [
  ...ofSorts(accountOrders, 0).map(
    (sort) => ['ListFactoryAccounts', sort, () => listOfFactory(run, 'accounts', `accountSort=${sort}`)] as const,
  ),
  ...ofSorts(postOrders, 1).map(
    (sort) => ['ListFactoryPosts', sort, () => listOfFactory(run, 'posts', `postSort=${sort}`)] as const,
  ),
  ['GetFactoryDashboard', 'accounts', () => listOfPage(run, 'accounts', 'accountSort=-views', dashboard)],
  ['GetFactoryDashboard', 'posts', () => listOfPage(run, 'posts', 'postSort=-er', dashboard)],
  ['PreviewFactoryReport', 'posts', () => listOfPage(run, 'posts', 'postSort=likes', preview)],
  ['GetFactoryReport', 'accounts', () => listOfPage(run, 'accounts', 'accountSort=-likes', report())],
  ['GetFactoryReport', 'accounts by handle', () => listOfPage(run, 'accounts', '', report('views'))],
  ['GetFactoryReport', 'posts', () => listOfPage(run, 'posts', 'postSort=-views', report())],
  ['GetFactoryReport', 'posts, the newest first', () => listOfPage(run, 'posts', '', report())],
  ['ListCampaignCreators', 'by views', () => creatorsOfCampaign(run)],
  ['ListFactoryTags', 'by name', () => tagsOfOwner(run)],
  ['ListTagGroups', 'by name', () => tagGroupsOfFactory(run)],
  ['ListShareLinks', 'the newest first', () => shareLinksOfFactory(run)],
  ['ListSavedLists', 'the newest first', () => savedListsOfOwner(run)],
  ['ListSavedCreators', 'the last saved first', () => savedCreators(run, market)],
  ['ListUsers', 'by name', () => usersByName(run, market)],
  ['ListUsers', 'by address', () => usersByAddress(run, market)],
];

/** Lists whose rows have one place for ever, and stay in their table for as long as a cursor is used. */
const fixed: readonly string[] = [
  ...['ListApiKeys', 'ListAssignments', 'ListCampaignPostEarnings', 'ListCampaignPostProofs'],
  ...['ListCampaignPosts', 'ListCampaigns', 'ListCaseEvents', 'ListCases'],
  ...['ListChannels', 'ListCreditHistory', 'ListDeadLetters', 'ListDeliverables'],
  ...['ListEvents', 'ListFactories', 'ListFactoryCreditHistory', 'ListOffers'],
  ...['ListOrders', 'ListOwnPosts', 'ListOwnershipReviews', 'ListPostEarnings'],
  ...['ListPostProofs', 'ListPostsForStaff', 'ListRequests', 'ListSocialAccounts'],
  ...['ListStaffActions', 'ListStatsSessions', 'ListTrackingLinks', 'ListTrackingLinksForStaff', 'ListTransactions'],
  ...['ListWebhookDeliveries', 'ListWebhookEndpoints'],
];

/** Has its own places of moved and former creators, because guests share its pages: see the tests of the catalog. */
const catalog = 'ListCatalog';

test('every operation with a cursor is known to have rows that stay in place, or is walked here', () => {
  const withCursor = operations.filter(({ query }) => {
    const shape = query?.();
    return (
      shape !== undefined && 'shape' in shape && Object.keys(Object(shape.shape)).some((name) => /cursor$/i.test(name))
    );
  });
  expect(withCursor.map(({ name }) => name).sort()).toEqual(
    [...new Set([...moving.map(([name]) => name), ...fixed, catalog])].sort(),
  );
});

test.each(moving)(
  'a walk of %s (%s) shows each row that stays exactly once, wherever it moves',
  async (_, __, make) => {
    const list = await make();
    const { shown, removed } = await walk(list);
    expect(removed).not.toBeNull();
    expect(shown.toSorted()).toEqual(list.ids.toSorted());
  },
);

test.each(['posts/export?postSort=-views', 'posts/export?postSort=lastScanned', 'posts/export'])(
  'a file of %s has each post exactly once, although they move while it is sent',
  async (path) => {
    // More than one batch of 1,000.
    const { owner, factoryId, posts, move } = await aMovingFactory(run, depth(1_500, 2_500));
    const response = await fetch(`${shared.baseUrl}/api/v1/factories/${factoryId}/${path}`, {
      headers: { authorization: `Bearer ${owner.token}` },
    });
    const reader = response.body?.getReader();
    const decoder = new TextDecoder();
    let text = '';
    for (let step = 2; ; step++) {
      const { value, done } = (await reader?.read()) ?? { value: undefined, done: true };
      if (done) break;
      text += decoder.decode(value, { stream: true });
      if (step < 6) await move(step);
    }
    const ids = text.match(/^"?\d+(?="?,)/gm) ?? [];
    expect(ids.map((id) => id.replace('"', '')).toSorted()).toEqual(posts.toSorted());
  },
);
