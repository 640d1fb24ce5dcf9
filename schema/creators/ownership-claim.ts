import * as z from 'zod';
import { id, pathId } from '../shared/ids.ts';
import { instant } from '../shared/instants.ts';
import { lazy } from '../shared/lazy.ts';
import { declare } from '../shared/operation.ts';
import { dataOf } from '../shared/page.ts';
import { ownershipStatuses } from './creators.ts';

const claim = lazy(() =>
  z
    .strictObject({
      id: id(),
      ownership: z.enum(ownershipStatuses),
      version: z.int().min(1),
      code: z.string().nullable().describe('The one that counts: a new challenge replaces it. null before the first.'),
      codeExpiresAt: instant().nullable(),
      note: z.string().nullable(),
      submittedAt: instant().nullable(),
      checkedAt: instant().nullable().describe('When the platform was last asked for the code.'),
      decidedAt: instant().nullable(),
      reason: z.string().nullable().describe('Why it was rejected.'),
    })
    .meta({ id: 'OwnershipClaim' }),
);
export type OwnershipClaim = z.output<ReturnType<typeof claim>>;

export const GetOwnership = declare({
  name: 'GetOwnership',
  method: 'get',
  path: '/influencer-channels/{id}/ownership',
  access: 'participant',
  tag: 'Channel ownership',
  role: 'CREATOR',
  summary: 'Read how the proof of a channel stands',
  description: 'The code that is to stand in the bio, what was submitted, and why it was rejected if it was.',
  params: () => z.object({ id: pathId() }),
  success: 200,
  answer: () => dataOf(claim()),
  errors: [],
  idempotency: 'none',
  rate: 'read',
});
