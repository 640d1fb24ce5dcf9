import * as z from 'zod';
import { id, pathId } from '../shared/ids.ts';
import { instant } from '../shared/instants.ts';
import { lazy } from '../shared/lazy.ts';
import { declare } from '../shared/operation.ts';
import { dataOf } from '../shared/page.ts';
import { ownershipStatuses } from './creators.ts';
import { ownershipActions } from './ownership-terms.ts';

const claim = lazy(() =>
  z
    .strictObject({
      id: id(),
      ownership: z.enum(ownershipStatuses),
      version: z.int().min(1),
      code: z
        .string()
        .nullable()
        .describe('The valid code; a new challenge replaces it. null before the first challenge.'),
      codeExpiresAt: instant().nullable(),
      note: z.string().nullable(),
      submittedAt: instant().nullable(),
      checkedAt: instant().nullable().describe('When the service last looked for the code on the platform.'),
      decidedAt: instant().nullable(),
      reason: z.string().nullable().describe('Why it was rejected.'),
      allowedActions: z
        .array(z.enum(ownershipActions))
        .describe('What you can do now. `submit` needs a valid code or attached files.'),
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
  summary: 'Get the ownership status of a channel',
  description: 'Returns the code for the bio, the submitted proof, and the reason of a rejection.',
  params: () => z.object({ id: pathId() }),
  success: 200,
  answer: () => dataOf(claim()),
  errors: [],
  idempotency: 'none',
  rate: 'read',
});
