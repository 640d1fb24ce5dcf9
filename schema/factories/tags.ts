import * as z from 'zod';
import { id, pathId } from '../shared/ids.ts';
import { lazy } from '../shared/lazy.ts';
import { declare } from '../shared/operation.ts';
import { dataOf, idPage, listOf } from '../shared/page.ts';
import { words } from '../shared/text.ts';
import { maxTags } from './factory-terms.ts';

const nameLength = 60;
const tag = 'Content factories';
const path = '/factories/tags';

const read = { method: 'get', access: 'participant', tag, success: 200, idempotency: 'none', rate: 'read' } as const;
const change = { access: 'token', tag, success: 200, idempotency: 'optional', rate: 'write' } as const;

const named = lazy(() => ({
  id: id().describe('Id of the tag.'),
  name: z.string().describe('Name of the tag.').meta({ example: 'Street style' }),
}));

const factoryTag = lazy(() =>
  z
    .strictObject({
      ...named(),
      accounts: z.int().nonnegative().describe('Number of accounts with the tag, in all factories of the caller.'),
    })
    .meta({ id: 'FactoryTag' }),
);
export type TagView = z.output<ReturnType<typeof factoryTag>>;

const byName = 'sorted by name regardless of case';
const staleCursor = 'A cursor that is deleted meanwhile returns 400 INVALID_CURSOR: begin again.';

export const ListFactoryTags = declare({
  ...read,
  name: 'ListFactoryTags',
  path,
  summary: 'List tags',
  description: `Lists the tags of the caller, ${byName}. ${staleCursor}`,
  query: () => z.object(idPage()),
  answer: () => listOf(factoryTag()),
  errors: ['INVALID_CURSOR'],
});

export const CreateFactoryTag = declare({
  ...change,
  name: 'CreateFactoryTag',
  method: 'post',
  path,
  summary: 'Create a tag',
  description:
    'Creates a tag for accounts of all your factories. A name that you have already used, in upper or lower case, returns 409 ' +
    `INVALID_STATE (TAG_EXISTS, with existingId). A user has at most ${maxTags} tags; one more returns 409 INVALID_STATE (LIMIT_REACHED).`,
  body: () =>
    z.strictObject({ name: words(nameLength).describe('Name of the tag.').meta({ example: 'Street style' }) }),
  success: 201,
  answer: () => dataOf(factoryTag()),
  errors: ['INVALID_STATE'],
});

export const DeleteFactoryTag = declare({
  ...change,
  name: 'DeleteFactoryTag',
  method: 'delete',
  path: `${path}/{id}`,
  summary: 'Delete a tag',
  description: 'Deletes the tag, and removes it from all accounts. Returns the tag as it was.',
  params: () => z.object({ id: pathId() }),
  answer: () => dataOf(factoryTag()),
  errors: [],
});
