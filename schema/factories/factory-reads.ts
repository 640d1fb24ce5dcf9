import * as z from 'zod';
import { pathId } from '../shared/ids.ts';
import { periodQuery } from '../shared/instants.ts';
import { lazy } from '../shared/lazy.ts';
import { declare } from '../shared/operation.ts';
import { dataOf, idPage, listOf } from '../shared/page.ts';
import { factoryAccount, factoryAccountDetail } from './factory-account.ts';
import { factoryFilters } from './factory-filters.ts';
import { factorySummary } from './factory-metrics.ts';
import { factoryPost } from './factory-post.ts';
import { read } from './operation-parts.ts';

const params = lazy(() => z.object({ id: pathId() }));
const path = '/factories/{id}';

const filtered =
  'Counts the posts that were published from `from` to `to`. Without filters it counts all posts of the factory. An id of another factory in a ' +
  'filter matches nothing.';
const unknown =
  'null means unknown. Zero is a measured value. When the terms of a platform no longer allow the service to store a metric, the service deletes ' +
  'it, also from the history.';

export const GetFactorySummary = declare({
  ...read,
  name: 'GetFactorySummary',
  path: `${path}/summary`,
  summary: 'Sum up a content factory',
  description:
    `Returns the sums over the posts that match the filters, and their history. ${filtered} The history ignores the time of publication: ` +
    `\`from\` and \`to\` select its days. The sorts have no effect. ${unknown}`,
  params,
  query: () => z.object(factoryFilters()),
  answer: () => dataOf(factorySummary()),
  errors: [],
});

export const ListFactoryAccounts = declare({
  ...read,
  name: 'ListFactoryAccounts',
  path: `${path}/accounts`,
  summary: 'List the accounts of a content factory',
  description:
    `Lists the accounts in the order of accountSort, each with the metrics of its posts that match. ${filtered} With ` +
    '`search` it lists only accounts whose handle or posts contain the text.',
  params,
  query: () => z.object({ ...idPage(), ...factoryFilters() }),
  answer: () => listOf(factoryAccount()),
  errors: ['INVALID_CURSOR'],
});

export const GetFactoryAccount = declare({
  ...read,
  name: 'GetFactoryAccount',
  path: `${path}/accounts/{accountId}`,
  summary: 'Get an account of a content factory',
  description: `Returns the account with the metrics of its posts that were published from \`from\` to \`to\`, and their history. ${unknown}`,
  params: () => z.object({ id: pathId(), accountId: pathId() }),
  query: () => z.object(periodQuery()),
  answer: () => dataOf(factoryAccountDetail()),
  errors: [],
});

export const ListFactoryPosts = declare({
  ...read,
  name: 'ListFactoryPosts',
  path: `${path}/posts`,
  summary: 'List the posts of a content factory',
  description: `Lists the posts that match in the order of postSort. ${filtered} ${unknown}`,
  params,
  query: () => z.object({ ...idPage(), ...factoryFilters() }),
  answer: () => listOf(factoryPost()),
  errors: ['INVALID_CURSOR'],
});

export const GetFactorySummaryForStaff = declare({
  name: 'GetFactorySummaryForStaff',
  method: 'get',
  access: 'staff',
  tag: 'Staff',
  path: `/staff${path}/summary`,
  summary: 'Sum up a content factory of a user',
  description: `Returns the same as GetFactorySummary, for staff. ${filtered}`,
  params: () => z.object({ id: pathId().describe('Id of a content factory of any user.') }),
  query: () => z.object(factoryFilters()),
  success: 200,
  answer: () => dataOf(factorySummary()),
  errors: [],
  idempotency: 'none',
  rate: 'read',
});
