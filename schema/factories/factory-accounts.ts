import * as z from 'zod';
import { pathId } from '../shared/ids.ts';
import { lazy } from '../shared/lazy.ts';
import { declare } from '../shared/operation.ts';
import { dataOf } from '../shared/page.ts';
import { accountInput, factoryAccount } from './factory-account.ts';
import { maxFactoryAccounts } from './factory-terms.ts';
import { tagIds } from './named-tag.ts';
import { change } from './operation-parts.ts';

const path = '/factories/{id}/accounts';
const ofAccount = lazy(() => z.object({ id: pathId(), accountId: pathId() }));

export const AddFactoryAccount = declare({
  ...change,
  name: 'AddFactoryAccount',
  method: 'post',
  path,
  summary: 'Watch an account',
  description:
    'Adds an account. It is PENDING until the platform has answered for it. The service then finds its posts, newest first: in its next run, or on one of the next days, if you have ' +
    'reached the limit of listings that no scan pays for. Some platforms ' +
    'show posts only to connected accounts. They return 409 INVALID_STATE (GRANT_REQUIRED), unless the account is connected here and ' +
    'either is yours or its owner consents to share its metrics. If the factory has the account in mode LISTED, the mode becomes ACCOUNT: ' +
    'its posts stay, and the service finds the others. If it has the account in mode ACCOUNT, the response is 409 INVALID_STATE ' +
    '(ACCOUNT_EXISTS, with `existingId`). ' +
    `A factory has at most ${maxFactoryAccounts} accounts. One more returns 409 INVALID_STATE (LIMIT_REACHED).`,
  params: () => z.object({ id: pathId() }),
  body: () => accountInput(),
  success: 201,
  answer: () => dataOf(factoryAccount()),
  errors: ['INVALID_STATE', 'WRITE_NOT_AVAILABLE_FOR_FEATURE'],
});

export const RemoveFactoryAccount = declare({
  ...change,
  name: 'RemoveFactoryAccount',
  method: 'delete',
  idempotency: 'none',
  path: `${path}/{accountId}`,
  summary: 'Stop watching an account',
  description: 'Removes the account and its posts from the factory. Returns the account as it was.',
  params: ofAccount,
  success: 200,
  answer: () => dataOf(factoryAccount()),
  errors: [],
});

export const ReplaceFactoryAccountTags = declare({
  ...change,
  name: 'ReplaceFactoryAccountTags',
  method: 'put',
  path: `${path}/{accountId}/tags`,
  summary: 'Replace the tags of an account',
  description:
    'Replaces the tags of the account. Its posts have the same tags. An id in tagIds that is not one of your tags returns 404. ' +
    'Returns the account.',
  params: ofAccount,
  body: () => z.strictObject({ tagIds: tagIds() }),
  success: 200,
  answer: () => dataOf(factoryAccount()),
  errors: [],
});
