import * as z from 'zod';
import { listedAccountStatuses } from '../creators/creators.ts';
import { blockInput, blockState } from '../shared/block.ts';
import { platforms, queryEnum } from '../shared/enums.ts';
import { id, pathId } from '../shared/ids.ts';
import { instant } from '../shared/instants.ts';
import { lazy } from '../shared/lazy.ts';
import { declare } from '../shared/operation.ts';
import { dataOf, idPage, listOf } from '../shared/page.ts';
import { pasted } from '../shared/text.ts';
import { socialAccount, socialAccountWith } from './account.ts';
import { maxAccounts, maxHandleLength } from './account-limits.ts';
import { verification } from './verification.ts';

const tag = 'Social accounts';
const params = lazy(() => z.object({ id: pathId() }));

export const ListSocialAccounts = declare({
  name: 'ListSocialAccounts',
  method: 'get',
  path: '/social-accounts',
  access: 'participant',
  role: 'CREATOR',
  tag,
  summary: 'List social accounts',
  description: 'Lists the accounts of the caller, newest first, without deleted ones.',
  query: () =>
    z.object({
      ...idPage(),
      platform: queryEnum(platforms).optional(),
      status: queryEnum(listedAccountStatuses).optional(),
    }),
  success: 200,
  answer: () => listOf(socialAccount()),
  errors: ['INVALID_CURSOR'],
  idempotency: 'none',
  rate: 'read',
});

export const AddSocialAccount = declare({
  name: 'AddSocialAccount',
  method: 'post',
  path: '/social-accounts',
  access: 'token',
  role: 'CREATOR',
  tag,
  summary: 'Add a social account',
  description:
    'Adds an account that its owner still has to prove. `verification` says how: by a code in the profile, or by a sign-in at the ' +
    'platform. Several users may add the same account; whoever proves it first has it. An account that you have already added ' +
    `returns 409 INVALID_STATE (ACCOUNT_EXISTS, with existingId). A user has at most ${maxAccounts} accounts; one more returns 409 ` +
    'INVALID_STATE (LIMIT_REACHED). A platform that this deployment does not support returns 503 WRITE_NOT_AVAILABLE_FOR_FEATURE.',
  body: () =>
    z.strictObject({
      platform: z.enum(platforms),
      handle: pasted(maxHandleLength).describe('Name of the account at its platform, with or without the @.'),
    }),
  success: 201,
  answer: () => dataOf(socialAccountWith({ verification: verification().describe('How to prove the account.') })),
  errors: ['INVALID_STATE', 'WRITE_NOT_AVAILABLE_FOR_FEATURE'],
  idempotency: 'optional',
  rate: 'write',
});

const ending = {
  access: 'token',
  role: 'CREATOR',
  tag,
  params,
  success: 200,
  answer: () => dataOf(socialAccount()),
  errors: ['INVALID_STATE'],
  idempotency: 'optional',
  rate: 'write',
} as const;
const endingNote =
  'The channel of the account, its services and its catalog entry end at once; existing orders continue. It cannot be undone; ' +
  'whoever owns the account at the platform may prove it again. A blocked account returns 409 INVALID_STATE.';

export const DeleteSocialAccount = declare({
  ...ending,
  name: 'DeleteSocialAccount',
  method: 'delete',
  path: '/social-accounts/{id}',
  summary: 'Delete a social account',
  description: `Removes the account and ends its connection. ${endingNote}`,
});

export const SellSocialAccount = declare({
  ...ending,
  name: 'SellSocialAccount',
  method: 'post',
  path: '/social-accounts/{id}/sold',
  summary: 'Declare a social account as sold',
  description: `Says that the account belongs to somebody else now, and ends its connection. Only an ACTIVE account can be sold. ${endingNote}`,
});

const block = lazy(() => z.strictObject({ id: id(), ...blockState() }));

export const BlockSocialAccount = declare({
  name: 'BlockSocialAccount',
  method: 'put',
  path: '/staff/social-accounts/{id}/block',
  access: 'staff',
  tag: 'Staff reviews',
  summary: 'Block or unblock a social account',
  description:
    'blocked: true hides the channel of an ACTIVE account and its services at once, and stops the use of its connection. A second block changes the ' +
    'reason and keeps the time of the first. blocked: false ends a block. An account in another status returns 409 INVALID_STATE.',
  params,
  body: blockInput,
  success: 200,
  answer: () => dataOf(block()),
  errors: ['INVALID_STATE'],
  idempotency: 'none',
  rate: 'write',
  example: { body: { blocked: true, reason: 'Impersonates another creator' } },
});

export const GetSocialAccountForStaff = declare({
  name: 'GetSocialAccountForStaff',
  method: 'get',
  path: '/staff/social-accounts/{id}',
  access: 'staff',
  tag: 'Staff reviews',
  summary: 'Get a social account',
  description: 'Returns the account of any user, also a deleted one, with its block.',
  params,
  success: 200,
  answer: () =>
    dataOf(
      socialAccountWith({
        ownerId: id().describe('Id of the user.'),
        externalId: z
          .string()
          .nullable()
          .describe('Id of the account at its platform; null until the platform has provided it.'),
        blockedAt: instant().nullable(),
        blockReason: z.string().nullable().describe('Why staff has blocked it; null if it is not blocked.'),
        endedAt: instant().nullable().describe('When it was sold or deleted.'),
      }),
    ),
  errors: [],
  idempotency: 'none',
  rate: 'read',
});

export const RefreshAvatar = declare({
  name: 'RefreshAvatar',
  method: 'post',
  path: '/creator/social-accounts/{id}/avatar/refresh',
  access: 'token',
  role: 'CREATOR',
  tag: 'Social accounts',
  summary: 'Refresh the picture of a social account',
  description:
    'Fetches the present picture of an active, verified account of the caller from the platform, checks it and stores it. ' +
    'avatarUrl of the account, of the profile and of the published page then points to the stored copy. The request needs ' +
    'no new authorisation and takes no address from the caller. A picture must be a complete JPEG, PNG or WebP of at most ' +
    '2 MiB and 8192 pixels a side, at an address of the platform. Returns 503 SERVICE_UNAVAILABLE if the platform has no ' +
    'picture or is unavailable, or if the daily quota is used up. Returns 503 WRITE_NOT_AVAILABLE_FOR_FEATURE if the ' +
    'service does not support the platform, and 403 ACCOUNT_ACCESS_DENIED if the account is not active and verified. ' +
    'Returns 429 RATE_LIMITED less than a minute after the last attempt. It also returns 429 when the user has used ' +
    'the 50 units of the day at this platform: pictures, checks of codes, sign-ins and submitted posts count together. After an error the stored picture stays unchanged.',
  params,
  success: 200,
  answer: () => dataOf(socialAccount()),
  errors: ['WRITE_NOT_AVAILABLE_FOR_FEATURE', 'PRIVATE_UPLOAD_SERVICE_UNAVAILABLE'],
  idempotency: 'none',
  rate: 'write',
});
