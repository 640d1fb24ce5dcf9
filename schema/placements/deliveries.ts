import * as z from 'zod';
import { pathId, uuid, version } from '../shared/ids.ts';
import { instantInput } from '../shared/instants.ts';
import { lazy } from '../shared/lazy.ts';
import { declare } from '../shared/operation.ts';
import { dataOf } from '../shared/page.ts';
import { text } from '../shared/text.ts';
import { maxFiles } from '../uploads/uploads.ts';
import { deliverable } from './assignments.ts';
import { workTextLengths } from './work.ts';

const deliverableBody = lazy(() =>
  z
    .strictObject({
      expectedVersion: version().describe('The version of the deliverable.'),
      url: z.string().min(1).max(500).optional().describe("The post's public https address on the channel's platform."),
      uploadIds: z
        .array(uuid())
        .min(1)
        .max(maxFiles)
        .refine((ids) => new Set(ids).size === ids.length, 'must not name a file twice')
        .meta({ uniqueItems: true })
        .optional()
        .describe('Private files of this deliverable. They count once they are VERIFIED.'),
      publishedAt: instantInput().optional(),
      note: text(0, workTextLengths.deliverableNoteLength).optional(),
    })
    .refine(({ url, uploadIds }) => (url === undefined) !== (uploadIds === undefined), {
      path: ['url'],
      message: 'either url or uploadIds is required, not both',
    }),
);
export type DeliverableInput = z.output<ReturnType<typeof deliverableBody>>;

export const UpdateDeliverable = declare({
  name: 'UpdateDeliverable',
  role: 'CREATOR',
  method: 'put',
  path: '/placement-assignments/{id}/deliverables/{deliverableId}',
  access: 'participant',
  tag: 'Placement assignments',
  summary: 'Deliver a result, or change what was delivered',
  description:
    'The creator, while at work. A result is proven in one of the ways that the service offers: by the public address of the post, ' +
    'which is never fetched, or by private files. Replaces what was delivered before. Each result is a post of its own: one that ' +
    'another result of the assignment names is INVALID_PROOF.',
  params: () => z.object({ id: pathId(), deliverableId: pathId() }),
  body: deliverableBody,
  success: 200,
  answer: () => dataOf(deliverable()),
  errors: ['VERSION_CONFLICT', 'INVALID_STATE', 'ROLE_NOT_ALLOWED', 'INVALID_PROOF'],
  idempotency: 'required',
  rate: 'write',
});
