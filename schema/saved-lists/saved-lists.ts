import * as z from 'zod';
import { catalogEntry } from '../catalog/catalog.ts';
import { pathId, uuid } from '../shared/ids.ts';
import { instant } from '../shared/instants.ts';
import { lazy } from '../shared/lazy.ts';
import { declare } from '../shared/operation.ts';
import { dataOf, idPage, listOf, uuidPage } from '../shared/page.ts';
import { words } from '../shared/text.ts';
import { listNameLength, maxCompared, maxSavedCreators, maxSavedLists } from './list-limits.ts';

const tag = 'Saved lists';
const path = '/saved-lists';
const own = { access: 'token', tag, role: 'ADVERTISER', success: 200, idempotency: 'none' } as const;
const read = { ...own, method: 'get', rate: 'read' } as const;
const change = { ...own, rate: 'write' } as const;

const name = lazy(() => words(listNameLength).meta({ example: 'Retro gaming, autumn' }));

const fields = lazy(() => ({
  id: z.int().describe('Id of the list.').meta({ example: 42 }),
  name: z.string().describe('Your own name for the list. Nobody else sees it.'),
  creators: z.int().nonnegative().describe('Number of saved creators, including unavailable ones.'),
  createdAt: instant(),
  updatedAt: instant().describe('Time when the name or the creators of the list last changed.'),
}));
const savedList = lazy(() => z.strictObject(fields()).meta({ id: 'SavedList' }));
export type SavedListView = z.output<ReturnType<typeof savedList>>;

const listedList = lazy(() =>
  z.strictObject({
    ...fields(),
    hasCreator: z
      .boolean()
      .nullable()
      .describe('Whether the list has the creator of the query parameter `creator`; null without this parameter.'),
  }),
);

const entry = lazy(() =>
  catalogEntry()
    .nullable()
    .describe('The current entry of the catalog; null while the page of the creator is not public.'),
);

const savedCreator = lazy(() =>
  z.strictObject({
    publicId: uuid(),
    savedAt: instant().describe('Time when the creator was added to the list.'),
    entry: entry(),
  }),
);
export type SavedCreatorView = z.output<ReturnType<typeof savedCreator>>;

const listParams = () => z.object({ id: pathId() });
const creatorParams = () => z.object({ id: pathId(), publicId: uuid() });

export const ListSavedLists = declare({
  ...read,
  name: 'ListSavedLists',
  path,
  summary: 'List your saved lists, newest first',
  description: 'With `creator`, each list shows whether it has this creator.',
  query: () => z.object({ creator: uuid().optional().describe('publicId of a creator, for hasCreator.'), ...idPage() }),
  answer: () => listOf(listedList()),
  errors: ['INVALID_CURSOR'],
});

export const CreateSavedList = declare({
  ...change,
  name: 'CreateSavedList',
  method: 'post',
  path,
  summary: 'Create a saved list',
  description:
    `Creates a list, with one creator if creatorPublicId is set. A user has at most ${maxSavedLists} lists; one more ` +
    'returns 409 INVALID_STATE (LIMIT_REACHED).',
  body: () =>
    z.strictObject({
      name: name().describe('Your own name for the list. Nobody else sees it.'),
      creatorPublicId: uuid().nullish().describe('publicId of a published creator who is saved at once.'),
    }),
  success: 201,
  answer: () => dataOf(savedList()),
  errors: ['RESOURCE_NOT_FOUND', 'INVALID_STATE'],
  idempotency: 'optional',
});

export const GetSavedList = declare({
  ...read,
  name: 'GetSavedList',
  path: `${path}/{id}`,
  summary: 'Read a saved list',
  params: listParams,
  answer: () => dataOf(savedList()),
  errors: [],
});

export const RenameSavedList = declare({
  ...change,
  name: 'RenameSavedList',
  method: 'patch',
  path: `${path}/{id}`,
  summary: 'Rename a saved list',
  params: listParams,
  body: () => z.strictObject({ name: name().describe('The new name of the list.') }),
  answer: () => dataOf(savedList()),
  errors: [],
});

export const DeleteSavedList = declare({
  ...change,
  name: 'DeleteSavedList',
  method: 'delete',
  path: `${path}/{id}`,
  summary: 'Delete a saved list',
  description: 'Deletes the list for good. Its creators and your orders do not change.',
  params: listParams,
  answer: () => dataOf(savedList()),
  errors: [],
});

export const ListSavedCreators = declare({
  ...read,
  name: 'ListSavedCreators',
  path: `${path}/{id}/creators`,
  summary: 'List the creators of a saved list',
  description:
    'Lists the creators with their current entries of the catalog, the last saved one first. A creator whose page is not ' +
    'public has no entry, and gets it back with the page.',
  params: listParams,
  query: () => z.object(uuidPage()),
  answer: () => listOf(savedCreator()),
  errors: ['INVALID_CURSOR'],
});

export const SaveCreator = declare({
  ...change,
  name: 'SaveCreator',
  method: 'put',
  path: `${path}/{id}/creators/{publicId}`,
  summary: 'Add a creator to a saved list',
  description:
    'Adds a creator with a public page. A creator who is already in the list keeps the place. A list has at most ' +
    `${maxSavedCreators} creators; one more returns 409 INVALID_STATE (LIMIT_REACHED).`,
  params: creatorParams,
  answer: () => dataOf(savedList()),
  errors: ['INVALID_STATE'],
});

export const RemoveSavedCreator = declare({
  ...change,
  name: 'RemoveSavedCreator',
  method: 'delete',
  path: `${path}/{id}/creators/{publicId}`,
  summary: 'Remove a creator from a saved list',
  params: creatorParams,
  answer: () => dataOf(savedList()),
  errors: [],
});

const uuidPattern = '[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';

const comparedPattern = `(${uuidPattern}|@[a-z0-9-]{3,30})`;

/** A publicId, or the name of an address with its @. */
const creatorReference = lazy(() =>
  z.union([uuid(), z.string().regex(/^@[a-z0-9-]{3,30}$/)], { error: 'must be a publicId or an @name' }),
);

const compared = lazy(() =>
  z
    .string()
    .max(maxCompared * 37)
    .transform((text) => [...new Set(text.split(',').map((one) => one.trim()))].filter((one) => one !== ''))
    .pipe(z.array(creatorReference()).min(1).max(maxCompared))
    .meta({
      type: 'string',
      pattern: `^${comparedPattern}(,${comparedPattern}){0,${maxCompared - 1}}$`,
      example: '0198f1c2-7a54-7f10-9d0e-3c5a6b7c8d9e',
    }),
);

export const CompareCreators = declare({
  ...read,
  name: 'CompareCreators',
  path: '/creator-comparison',
  summary: 'Compare creators',
  description:
    'Returns the current entries of the catalog of these creators, in their order. A creator that is named twice, by its ' +
    'publicId and its address, is returned once.',
  query: () =>
    z.object({
      creators: compared().describe(
        `One to ${maxCompared} creators, separated by commas: each by its publicId, or by the name of its address with the @, such as @mika-plays.`,
      ),
    }),
  answer: () =>
    dataOf(z.array(z.strictObject({ publicId: uuid(), entry: entry() })).max(maxCompared)).extend({
      unknownNames: z
        .array(z.string())
        .describe('The given names, with the @, that are the address of no public page.'),
    }),
  errors: [],
});
