import * as z from 'zod';
import { pathId } from '../shared/ids.ts';
import { instant } from '../shared/instants.ts';
import { lazy } from '../shared/lazy.ts';
import { declare } from '../shared/operation.ts';
import { dataOf } from '../shared/page.ts';
import { maxChecks } from './account-limits.ts';
import { verificationMethods, verificationReasons, verificationStatuses } from './verification-methods.ts';

export const verification = lazy(() =>
  z
    .strictObject({
      method: z
        .enum(verificationMethods)
        .describe(
          'BIO_CODE: put the code into the text of the profile. OAUTH: sign in at the platform, because this deployment cannot ' +
            'read the profile text without a sign-in.',
        ),
      status: z
        .enum(verificationStatuses)
        .describe(
          'NONE: there is no code. ACTIVE: the code is valid, even if its checks are used up. EXPIRED: it is too old. VERIFIED: ' +
            'the account is verified. REFUSED: see reason.',
        ),
      reason: z
        .enum(verificationReasons)
        .nullable()
        .describe('PROVEN_BY_ANOTHER: another user has verified this account first; otherwise null.'),
      code: z.string().nullable().describe('The code; null unless status is ACTIVE.'),
      placement: z.literal('BIO').nullable().describe('Where to put the code; null for the method OAUTH.'),
      instructions: z.string().describe('What to do next, in words.'),
      expiresAt: instant().nullable().describe('When the code expires; null without a code.'),
      checkedAt: instant().nullable().describe('When the platform last answered a check of this code; null before.'),
    })
    .meta({ id: 'AccountVerification' }),
);
export type VerificationView = z.output<ReturnType<typeof verification>>;

const tag = 'Social accounts';
const params = lazy(() => z.object({ id: pathId() }));
const change = {
  method: 'post',
  access: 'token',
  role: 'CREATOR',
  tag,
  params,
  success: 200,
  answer: () => dataOf(verification()),
  errors: ['INVALID_STATE'],
  idempotency: 'optional',
  rate: 'write',
} as const;

export const GetAccountVerification = declare({
  name: 'GetAccountVerification',
  method: 'get',
  path: '/social-accounts/{id}/verification',
  access: 'participant',
  role: 'CREATOR',
  tag,
  summary: 'Get the code that proves a social account',
  description: 'Returns the code while it is valid, its status and instructions. It does not create a code.',
  params,
  success: 200,
  answer: () => dataOf(verification()),
  errors: [],
  idempotency: 'none',
  rate: 'read',
});

export const RenewAccountVerification = declare({
  ...change,
  name: 'RenewAccountVerification',
  path: '/social-accounts/{id}/verification',
  summary: 'Make a new code',
  description:
    'Replaces the code. Only a PENDING account has one; on TIKTOK and INSTAGRAM an account is verified by a sign-in instead. Other ' +
    'accounts return 409 INVALID_STATE, and so does one that another user has proven (REFUSED).',
});

export const CheckAccountVerification = declare({
  ...change,
  name: 'CheckAccountVerification',
  path: '/social-accounts/{id}/verification/check',
  summary: 'Look for the code in the profile',
  description:
    'Answers at once with the verification as it is, and asks the platform afterwards. Read the verification some seconds later: ' +
    `checkedAt is the time of the platform's answer. Each code has ${maxChecks} checks. Without a valid code it returns 409 INVALID_STATE ` +
    '(EXPIRED), and for an account that another user has proven 409 INVALID_STATE (REFUSED).',
});
