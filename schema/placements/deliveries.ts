import * as z from 'zod';
import { pathId, version } from '../shared/ids.ts';
import { instantInput } from '../shared/instants.ts';
import { lazy } from '../shared/lazy.ts';
import { declare } from '../shared/operation.ts';
import { dataOf } from '../shared/page.ts';
import { pasted, text } from '../shared/text.ts';
import { fileIds } from '../uploads/uploads.ts';
import { deliverable } from './assignments.ts';
import { workTextLengths } from './work-terms.ts';

const deliverableBody = lazy(() =>
  z
    .strictObject({
      expectedVersion: version().describe('The version of the deliverable.'),
      url: pasted(500).optional().describe('Public https address of the post on the platform of the channel.'),
      uploadIds: fileIds().optional().describe('Private files of this deliverable. Only VERIFIED files count.'),
      publishedAt: instantInput().optional(),
      note: text(0, workTextLengths.deliverableNoteLength).optional(),
    })
    .refine(({ url, uploadIds }) => (url === undefined) !== (uploadIds === undefined), {
      path: ['url'],
      message: 'must contain either url or uploadIds',
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
  summary: 'Deliver or change a result',
  description:
    'For the creator, in ACCEPTED or CHANGES_REQUESTED. Proves the result in one of the ways that the service allows: by ' +
    'the public address of the post, which the service never fetches, or by private files. Replaces the earlier delivery. ' +
    'Each result needs its own post of the ordered channel: a post of another result, and an address that names another ' +
    'author, return INVALID_PROOF. A creator can deliver an own post that another creator has delivered before, once the ' +
    'platform has named its publisher; the other result then needs another post.',
  params: () => z.object({ id: pathId(), deliverableId: pathId() }),
  body: deliverableBody,
  success: 200,
  answer: () => dataOf(deliverable()),
  errors: ['VERSION_CONFLICT', 'INVALID_STATE', 'ROLE_NOT_ALLOWED', 'INVALID_PROOF'],
  idempotency: 'required',
  rate: 'write',
});
