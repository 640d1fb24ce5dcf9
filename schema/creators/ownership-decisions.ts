import * as z from 'zod';
import { pathId, version } from '../shared/ids.ts';
import { lazy } from '../shared/lazy.ts';
import { declare } from '../shared/operation.ts';
import { dataOf } from '../shared/page.ts';
import { words } from '../shared/text.ts';
import { ownershipReview } from './ownership-review.ts';

const decisions = {
  access: 'staff',
  tag: 'Staff reviews',
  method: 'post',
  params: () => z.object({ channelId: pathId() }),
  success: 200,
  answer: () => dataOf(ownershipReview()),
  errors: ['VERSION_CONFLICT', 'INVALID_STATE', 'ROLE_NOT_ALLOWED'],
  idempotency: 'required',
  rate: 'write',
} as const;
const expectedVersion = lazy(() =>
  version().optional().describe('Version of the review that you read. Another version returns VERSION_CONFLICT.'),
);

export const ApproveOwnership = declare({
  ...decisions,
  name: 'ApproveOwnership',
  path: '/staff/ownership-reviews/{channelId}/approve',
  summary: 'Approve channel ownership',
  description:
    'Verifies the channel. Within a second this hides unproven claims of other creators for the same channel. At most one ' +
    'creator can have proven a channel: a second proof returns INVALID_STATE with status PROVEN_BY_ANOTHER until staff ' +
    'withdraws the first. Staff cannot decide about their own channels (403 ROLE_NOT_ALLOWED).',
  body: () => z.strictObject({ expectedVersion: expectedVersion() }),
});

export const RejectOwnership = declare({
  ...decisions,
  name: 'RejectOwnership',
  path: '/staff/ownership-reviews/{channelId}/reject',
  summary: 'Reject channel ownership',
  description:
    'Rejects the proof. The creator can start again. Staff cannot decide about their own channels (403 ROLE_NOT_ALLOWED).',
  body: () => z.strictObject({ reason: words(1_000), expectedVersion: expectedVersion() }),
});

export const WithdrawOwnership = declare({
  ...decisions,
  name: 'WithdrawOwnership',
  path: '/staff/ownership-reviews/{channelId}/withdraw',
  summary: 'Withdraw channel ownership',
  description:
    'Withdraws the verification of a VERIFIED channel, whether staff or the bio code verified it. The channel becomes ' +
    'REJECTED, and its creator can start again. Claims that the proof had hidden are visible again. Staff cannot decide ' +
    'about their own channels (403 ROLE_NOT_ALLOWED).',
  body: () => z.strictObject({ reason: words(1_000), expectedVersion: expectedVersion() }),
});
