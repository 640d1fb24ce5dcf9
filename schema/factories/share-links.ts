import * as z from 'zod';
import { pathId, uuid } from '../shared/ids.ts';
import { instant, instantInput } from '../shared/instants.ts';
import { lazy } from '../shared/lazy.ts';
import { declare } from '../shared/operation.ts';
import { dataOf, listOf, uuidPage } from '../shared/page.ts';
import { words } from '../shared/text.ts';
import { hideableFields, maxShareLinks } from './factory-terms.ts';
import { hiddenFields } from './hidden-fields.ts';
import { change, read } from './operation-parts.ts';

const path = '/factories/{id}/share-links';
const labelLength = 100;

const fields = lazy(() => ({
  id: z.uuid().describe('Id of the link.').meta({ example: '0198f1c2-7a54-7f10-9d0e-3c5a6b7c8d9e' }),
  label: z.string().nullable().describe('Your own name of the link. Reports do not show it.'),
  hiddenFields: z
    .array(z.enum(hideableFields))
    .describe('What the report of this link hides, besides the hiddenFields of the factory.'),
  createdAt: instant(),
  expiresAt: instant().nullable().describe('When the link ends; null if it has no end.'),
  lastOpenedAt: instant().nullable().describe('When the report was opened last; null before the first time.'),
  opens: z
    .int()
    .nonnegative()
    .describe('How often the report was opened. Further pages of its lists, exports and known bots do not count.'),
}));

const shareLink = lazy(() => z.strictObject(fields()).meta({ id: 'ShareLink' }));
export type ShareLinkView = z.output<ReturnType<typeof shareLink>>;

const newShareLink = lazy(() =>
  z
    .strictObject({
      ...fields(),
      sharePath: z
        .string()
        .describe('Path of the report, with its secret. Only this response contains it.')
        .meta({ example: '/reports/Zq3v7Yk1mT0bXe5RwUuN9aLc2hJdPfGi8sVoKxM4tEA' }),
    })
    .meta({ id: 'NewShareLink' }),
);
export type NewShareLinkView = z.output<ReturnType<typeof newShareLink>>;

const shareLinkInput = lazy(() =>
  z.strictObject({
    label: words(labelLength).nullish().describe('Your own name of the link. Reports do not show it.'),
    hiddenFields: hiddenFields()
      .default([])
      .describe('What the report of this link hides, besides the hiddenFields of the factory.'),
    expiresAt: instantInput().nullish().describe('When the link ends, in the future. Without it the link has no end.'),
  }),
);
export type ShareLinkInput = z.output<ReturnType<typeof shareLinkInput>>;

export const ListShareLinks = declare({
  ...read,
  name: 'ListShareLinks',
  path,
  summary: 'List the share links of a content factory',
  description:
    'Lists the links, newest first, including expired ones, without their secrets. A cursor that is deleted meanwhile returns 400 ' +
    'INVALID_CURSOR: begin again.',
  params: () => z.object({ id: pathId() }),
  query: () => z.object(uuidPage()),
  answer: () => listOf(shareLink()),
  errors: ['INVALID_CURSOR'],
});

export const CreateShareLink = declare({
  ...change,
  name: 'CreateShareLink',
  method: 'post',
  path,
  summary: 'Share a report of a content factory',
  description:
    'Creates a link whose readers see a report of the factory without an account. Only this response contains sharePath: the service ' +
    'stores only a hash of its secret, and ignores an Idempotency-Key. A factory has at most ' +
    `${maxShareLinks} links, including expired ones; one more returns 409 INVALID_STATE (LIMIT_REACHED).`,
  params: () => z.object({ id: pathId() }),
  body: shareLinkInput,
  success: 201,
  answer: () => dataOf(newShareLink()),
  errors: ['INVALID_STATE'],
  idempotency: 'none',
});

export const DeleteShareLink = declare({
  ...change,
  name: 'DeleteShareLink',
  method: 'delete',
  idempotency: 'none',
  path: `${path}/{linkId}`,
  summary: 'End a share link',
  description: 'Deletes the link. Its report ends within a second. Returns the link as it was.',
  params: () => z.object({ id: pathId(), linkId: uuid() }),
  success: 200,
  answer: () => dataOf(shareLink()),
  errors: [],
});
