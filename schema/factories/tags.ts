import * as z from 'zod';
import { id, pathId } from '../shared/ids.ts';
import { lazy } from '../shared/lazy.ts';
import { declare } from '../shared/operation.ts';
import { dataOf, idPage, listOf } from '../shared/page.ts';
import { words } from '../shared/text.ts';
import { maxTagGroups, maxTags } from './factory-terms.ts';
import { namedTag, tagIds, tagNameFields } from './named-tag.ts';
import { change as anyChange, read } from './operation-parts.ts';

const nameLength = 60;
const path = '/factories/tags';
const groupsPath = '/factories/{id}/tag-groups';

const change = { ...anyChange, success: 200 } as const;

export const factoryTag = lazy(() =>
  z
    .strictObject({
      ...tagNameFields(),
      accounts: z.int().nonnegative().describe('Number of accounts with the tag, in all factories of the caller.'),
    })
    .meta({ id: 'FactoryTag' }),
);
export type TagView = z.output<ReturnType<typeof factoryTag>>;

export const tagGroup = lazy(() =>
  z
    .strictObject({
      id: id().describe('Id of the tag group.'),
      name: z.string().describe('Name of the tag group.').meta({ example: 'Fashion' }),
      tags: z.array(namedTag()).describe('The tags of the group, sorted by name.'),
    })
    .meta({ id: 'TagGroup' }),
);
export type TagGroupView = z.output<ReturnType<typeof tagGroup>>;

const byName = 'sorted by name regardless of case';
const staleCursor = 'If the item of the cursor was deleted meanwhile, the response is 400 INVALID_CURSOR. Begin again.';

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
    `INVALID_STATE (TAG_EXISTS, with existingId). A user has at most ${maxTags} tags. One more returns 409 INVALID_STATE (LIMIT_REACHED).`,
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
  description: 'Deletes the tag, and removes it from all accounts and tag groups. Returns the tag as it was.',
  params: () => z.object({ id: pathId() }),
  answer: () => dataOf(factoryTag()),
  errors: [],
});

const ofFactory = lazy(() => z.object({ id: pathId() }));
const ofGroup = lazy(() => z.object({ id: pathId(), groupId: pathId() }));

const tagGroupInput = lazy(() =>
  z.strictObject({
    name: words(nameLength).describe('Name of the tag group.').meta({ example: 'Fashion' }),
    tagIds: tagIds(),
  }),
);
export type TagGroupInput = z.output<ReturnType<typeof tagGroupInput>>;

const refusals =
  'A name that another group of the factory has, in upper or lower case, returns 409 INVALID_STATE (GROUP_EXISTS, with existingId). An ' +
  'id in tagIds that is not one of your tags returns 404.';

export const ListTagGroups = declare({
  ...read,
  name: 'ListTagGroups',
  path: groupsPath,
  summary: 'List the tag groups of a content factory',
  description: `Lists the tag groups of the factory, ${byName}. ${staleCursor}`,
  params: ofFactory,
  query: () => z.object(idPage()),
  answer: () => listOf(tagGroup()),
  errors: ['INVALID_CURSOR'],
});

export const CreateTagGroup = declare({
  ...change,
  name: 'CreateTagGroup',
  method: 'post',
  path: groupsPath,
  summary: 'Create a tag group',
  description: `Creates a named set of tags for one factory. ${refusals} A factory has at most ${maxTagGroups} tag groups. One more returns 409 INVALID_STATE (LIMIT_REACHED).`,
  params: ofFactory,
  body: tagGroupInput,
  success: 201,
  answer: () => dataOf(tagGroup()),
  errors: ['INVALID_STATE'],
});

export const ReplaceTagGroup = declare({
  ...change,
  name: 'ReplaceTagGroup',
  method: 'put',
  path: `${groupsPath}/{groupId}`,
  summary: 'Replace a tag group',
  description: `Replaces the name and the tags of the group. ${refusals}`,
  params: ofGroup,
  body: tagGroupInput,
  answer: () => dataOf(tagGroup()),
  errors: ['INVALID_STATE'],
});

export const DeleteTagGroup = declare({
  ...change,
  name: 'DeleteTagGroup',
  method: 'delete',
  path: `${groupsPath}/{groupId}`,
  summary: 'Delete a tag group',
  description: 'Deletes the group. Its tags remain. Returns the group as it was.',
  params: ofGroup,
  answer: () => dataOf(tagGroup()),
  errors: [],
});
