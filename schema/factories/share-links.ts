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
  label: z.string().nullable().describe('Your own name for the link. Reports do not show it.'),
  hiddenFields: z
    .array(z.enum(hideableFields))
    .describe('Fields that the report of this link hides, besides the hiddenFields of the factory.'),
  createdAt: instant(),
  expiresAt: instant().nullable().describe('Time when the link expires; null if it does not expire.'),
  lastOpenedAt: instant().nullable().describe('Time when the report was last opened; null before the first time.'),
  opens: z
    .int()
    .nonnegative()
    .describe(
      'Number of times that the report was opened. Further pages of its lists, exports, and known bots that open the page do not count.',
    ),
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
    label: words(labelLength).nullish().describe('Your own name for the link. Reports do not show it.'),
    hiddenFields: hiddenFields()
      .default([])
      .describe('Fields that the report of this link hides, besides the hiddenFields of the factory.'),
    expiresAt: instantInput()
      .nullish()
      .describe('Time in the future when the link expires. Without it the link does not expire.'),
  }),
);
export type ShareLinkInput = z.output<ReturnType<typeof shareLinkInput>>;

export const ListShareLinks = declare({
  ...read,
  name: 'ListShareLinks',
  path,
  summary: 'List the share links of a content factory',
  description:
    'Lists the links, newest first, including expired ones, without their secrets. If the link of the cursor was deleted meanwhile, the ' +
    'response is 400 INVALID_CURSOR. Begin again.',
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
    'Creates a link to a report of the factory. Its readers need no account. Only this response contains sharePath, because the service ' +
    'stores only a hash of its secret. The service ignores an Idempotency-Key: each request creates a link. A factory has at most ' +
    `${maxShareLinks} links, including expired ones. One more returns 409 INVALID_STATE (LIMIT_REACHED).`,
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
  summary: 'Delete a share link',
  description: 'Deletes the link. Its report returns 404 within a second. Returns the link as it was.',
  params: () => z.object({ id: pathId(), linkId: uuid() }),
  success: 200,
  answer: () => dataOf(shareLink()),
  errors: [],
});
