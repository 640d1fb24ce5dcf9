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
export const pictureRefreshSeconds = 60;

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
          'AVAILABLE: a verified audience is known. PENDING: none is known yet. UNAVAILABLE: the service cannot read audiences ' +
            'from the platform.',
        ),
      avatarUrl: z
        .url()
        .nullable()
        .describe(
          'Address of the stored picture: a public one while the page of the creator is public, otherwise a signed one that is ' +
            'valid for an hour.',
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
  summary: 'Refresh the picture of a social account',
  description:
    'Fetches the present picture of an active, verified account of the caller from the platform, checks it and stores it. ' +
    'avatarUrl of the account, of the profile and of the published page then points to the stored copy. The request needs ' +
    'no new authorisation and takes no address from the caller. A picture must be a complete JPEG, PNG or WebP of at most ' +
    '2 MiB and 8192 pixels a side, at an address of the platform. Returns 503 SERVICE_UNAVAILABLE if the platform has no ' +
    'picture or is unavailable, or if the daily quota is used up. Returns 503 WRITE_NOT_AVAILABLE_FOR_FEATURE if the ' +
    'service does not support the platform, and 403 ACCOUNT_ACCESS_DENIED if the account is not active and verified. ' +
    'Returns 429 RATE_LIMITED less than a minute after the last attempt. It also returns 429 after fifty calls to the ' +
    'platform for this user today: pictures and codes in bios count together. After an error the stored picture stays unchanged.',
  params: () => z.object({ id: pathId() }),
  success: 200,
  answer: () => dataOf(socialAccount()),
  errors: ['WRITE_NOT_AVAILABLE_FOR_FEATURE', 'PRIVATE_UPLOAD_SERVICE_UNAVAILABLE'],
  idempotency: 'none',
  rate: 'write',
});
