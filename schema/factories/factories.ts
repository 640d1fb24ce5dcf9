import * as z from 'zod';
import { pathId } from '../shared/ids.ts';
import { lazy } from '../shared/lazy.ts';
import { declare } from '../shared/operation.ts';
import { dataOf, idPage, listOf } from '../shared/page.ts';
import { factory, factoryChanges, factoryInput } from './factory.ts';
import { maxFactories } from './factory-terms.ts';
import { change, read } from './operation-parts.ts';

const params = lazy(() => z.object({ id: pathId() }));
const path = '/factories/{id}';

export const ListFactories = declare({
  ...read,
  name: 'ListFactories',
  path: '/factories',
  summary: 'List content factories',
  description: 'Lists the factories of the caller, newest first, with the sums of their accounts.',
  query: () => z.object(idPage()),
  answer: () => listOf(factory()),
  errors: ['INVALID_CURSOR'],
});

export const CreateFactory = declare({
  ...change,
  name: 'CreateFactory',
  method: 'post',
  path: '/factories',
  summary: 'Create a content factory',
  description:
    `Creates a factory without accounts. A user has at most ${maxFactories} factories. One more returns 409 INVALID_STATE ` +
    '(LIMIT_REACHED).',
  body: () => factoryInput(),
  success: 201,
  answer: () => dataOf(factory()),
  errors: ['INVALID_STATE'],
});

export const UpdateFactory = declare({
  ...change,
  name: 'UpdateFactory',
  method: 'patch',
  path,
  summary: 'Change a content factory',
  description:
    'Changes the given fields. Status PAUSED stops the scans, and ACTIVE resumes them. If the available credits do not cover the next scan, ACTIVE ' +
    'returns 409 INVALID_STATE (NO_CREDITS), and its message has the number of credits. A factory that you have paused stays paused when you buy credits.',
  params,
  body: () => factoryChanges(),
  success: 200,
  answer: () => dataOf(factory()),
  errors: ['VERSION_CONFLICT', 'INVALID_STATE'],
});

export const DeleteFactory = declare({
  ...change,
  name: 'DeleteFactory',
  method: 'delete',
  idempotency: 'none',
  path,
  summary: 'Delete a content factory',
  description:
    'Ends the scans and the share links of the factory, and deletes its accounts and tag groups. Your credits and their history stay. ' +
    'Returns the factory as it was.',
  params,
  success: 200,
  answer: () => dataOf(factory()),
  errors: [],
});
