import * as z from 'zod';
import { socialAccountStatuses, statsAvailabilities, verifiedVias } from '../creators/creators.ts';
import { platforms } from '../shared/enums.ts';
import { id, pathId } from '../shared/ids.ts';
import { lazy } from '../shared/lazy.ts';
import { declare } from '../shared/operation.ts';
import { dataOf } from '../shared/page.ts';

/** The maximal size of a picture from a platform. */
export const maxPictureBytes = 2 * 1024 * 1024;
/** The minimal time between two attempts, in seconds. */
export const pictureRestSeconds = 60;

const socialAccount = lazy(() =>
  z
    .strictObject({
      id: id(),
      socialAccountId: id().describe('The same as id.'),
      platform: z.enum(platforms),
      handle: z.string(),
      status: z.enum(socialAccountStatuses),
      isVerified: z.boolean(),
      verifiedVia: z.enum(verifiedVias).nullable(),
      statsAvailability: z
        .enum(statsAvailabilities)
        .describe(
          'AVAILABLE with a verified audience, PENDING before there is one, UNAVAILABLE where the platform cannot be asked.',
        ),
      avatarUrl: z
        .url()
        .nullable()
        .describe(
          'Address of the stored picture: the public one while the page of the creator answers, else a signed one that works for an hour.',
        ),
    })
    .meta({ id: 'SocialAccount' }),
);
export type SocialAccountView = z.output<ReturnType<typeof socialAccount>>;

export const RefreshAvatar = declare({
  name: 'RefreshAvatar',
  method: 'post',
  path: '/creator/social-accounts/{id}/avatar/refresh',
  access: 'token',
  role: 'CREATOR',
  tag: 'Social accounts',
  summary: 'Take over the picture of a social account',
  description:
    'Asks the platform for the present picture of an own, active and verified account, checks it and stores it: from then on ' +
    'avatarUrl of the account, of the profile and of its published page name the stored copy. There is no new ' +
    'authorisation, and no address is taken from the caller. A picture is a whole JPEG, PNG or WebP of at most 2 MiB and ' +
    '8192 pixels a side, at an address of the platform. When the platform gives none, cannot be reached or has been asked ' +
    'too often today, the answer is 503 SERVICE_UNAVAILABLE; for a platform that cannot be asked at all it is 503 ' +
    'WRITE_NOT_AVAILABLE_FOR_FEATURE. An account that is not active and verified is 403 ACCOUNT_ACCESS_DENIED. Less than a ' +
    'minute after the last attempt, whatever came of it, the answer is 429 RATE_LIMITED, and so it is when the platform was ' +
    'asked for this user fifty times today, pictures and codes in bios together. In each of these cases the picture stays ' +
    'as it was.',
  params: () => z.object({ id: pathId() }),
  success: 200,
  answer: () => dataOf(socialAccount()),
  errors: ['WRITE_NOT_AVAILABLE_FOR_FEATURE', 'PRIVATE_UPLOAD_SERVICE_UNAVAILABLE'],
  idempotency: 'none',
  rate: 'write',
});
