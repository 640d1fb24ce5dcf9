import { beforeAll, expect, test } from 'vitest';
import { signedIn } from '../../support/cabinet/signed-in.ts';
import type { Visitor } from '../../support/cabinet/visitor.ts';
import { aPerson } from '../../support/market/people.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl } = shared;

let visitor: Visitor;
beforeAll(async () => {
  visitor = await signedIn(baseUrl, await aPerson(baseUrl, { roles: ['ADVERTISER', 'CREATOR'] }));
});

const filters = 'class="filter-bar"';

test.each([
  ['/cabinet/orders', 'status=DRAFT'],
  ['/cabinet/work', 'status=PENDING'],
  ['/cabinet/campaigns', 'status=DRAFT'],
  ['/cabinet/posts', 'platform=X'],
  ['/cabinet/settings/requests', 'statusClass=5xx'],
])('%s shows filters for an empty list only after a choice', async (path, choice) => {
  expect((await visitor.get(path)).html).not.toContain(filters);
  expect((await visitor.get(`${path}?${choice}`)).html).toContain(filters);
});
