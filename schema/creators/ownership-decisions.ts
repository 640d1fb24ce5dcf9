import * as z from 'zod';
import { pathId, version } from '../shared/ids.ts';
import { lazy } from '../shared/lazy.ts';
import { declare } from '../shared/operation.ts';
import { dataOf } from '../shared/page.ts';
import { words } from '../shared/text.ts';
import { ownershipReview } from './ownership.ts';

const decisions = {
  access: 'staff',
  tag: 'Staff',
  method: 'post',
  params: () => z.object({ channelId: pathId() }),
  success: 200,
  answer: () => dataOf(ownershipReview()),
  errors: ['VERSION_CONFLICT', 'INVALID_STATE', 'ROLE_NOT_ALLOWED'],
  idempotency: 'required',
  rate: 'write',
} as const;
const expectedVersion = lazy(() =>
  version().optional().describe('Of the review as it was read; another is VERSION_CONFLICT.'),
);

export const ApproveOwnership = declare({
  ...decisions,
  name: 'ApproveOwnership',
  path: '/staff/ownership-reviews/{channelId}/approve',
  summary: 'Find a channel to be its creator’s',
  description:
    'Hides other creators’ unproven claims of the same channel within a second. At most one creator can have proven a channel: ' +
    'a second proof is INVALID_STATE with status PROVEN_BY_ANOTHER until staff withdraws the first. Staff cannot decide about a ' +
    'channel of their own (403 ROLE_NOT_ALLOWED).',
  body: () => z.strictObject({ expectedVersion: expectedVersion() }),
});

export const RejectOwnership = declare({
  ...decisions,
  name: 'RejectOwnership',
  path: '/staff/ownership-reviews/{channelId}/reject',
  summary: 'Find the proof of ownership insufficient',
  description: 'The creator may begin anew. Nobody decides about an own channel (403 ROLE_NOT_ALLOWED).',
  body: () => z.strictObject({ reason: words(1_000), expectedVersion: expectedVersion() }),
});

export const WithdrawOwnership = declare({
  ...decisions,
  name: 'WithdrawOwnership',
  path: '/staff/ownership-reviews/{channelId}/withdraw',
  summary: 'Withdraw the verification of a channel',
  description:
    'Withdraws the verification of a VERIFIED channel, whether staff or the bio code verified it. The channel is REJECTED, and its ' +
    'creator may begin anew. Claims that the proof has hidden are shown again. Staff cannot decide about a channel of their own ' +
    '(403 ROLE_NOT_ALLOWED).',
  body: () => z.strictObject({ reason: words(1_000), expectedVersion: expectedVersion() }),
});
