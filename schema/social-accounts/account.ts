import * as z from 'zod';
import { socialAccountStatuses, statsAvailabilities, verifiedVias } from '../creators/creators.ts';
import { platforms } from '../shared/enums.ts';
import { id } from '../shared/ids.ts';
import { instant } from '../shared/instants.ts';
import { lazy } from '../shared/lazy.ts';
import { grantStatuses } from './grants.ts';

const connection = lazy(() =>
  z
    .strictObject({
      status: z
        .enum(grantStatuses)
        .describe(
          'EXPIRED: the platform no longer accepts the tokens; connect the account again. REVOKED: ended by its owner, or by the service when it had been EXPIRED for 29 days.',
        ),
      scopes: z.array(z.string()).describe('What its owner has allowed, in the words of the platform.'),
      connectedAt: instant().describe('When its owner last signed in.'),
      expiresAt: instant()
        .nullable()
        .describe(
          'When the connection ends unless it is renewed, which happens by itself; null if the platform sets no end.',
        ),
      lastUsedAt: instant().nullable().describe('When it was last used for a request, with a precision of an hour.'),
      sharing: z
        .strictObject({
          version: z.string().describe('Version of the text.'),
          consentedAt: instant().describe('When its owner gave it.'),
        })
        .nullable()
        .describe('The consent to show metrics to others; null without it.'),
    })
    .meta({ id: 'SocialConnection' }),
);
export type ConnectionView = z.output<ReturnType<typeof connection>>;

const fields = lazy(() => ({
  id: id(),
  socialAccountId: id().describe('The same as id.'),
  platform: z.enum(platforms),
  handle: z.string().describe('Name of the account at its platform, without the @.'),
  title: z
    .string()
    .nullable()
    .describe(
      'Displayed name at the platform; null until the service has read it, and after it was deleted: at the end of the connection or at the maximum age.',
    ),
  avatarUrl: z
    .url()
    .nullable()
    .describe(
      'Address of the stored picture: a public one while the page of the creator is public, otherwise a signed one that is ' +
        'valid for an hour.',
    ),
  followers: z
    .int()
    .nonnegative()
    .nullable()
    .describe(
      'Followers when the profile was last read; null if the platform does not provide them, and after they were deleted.',
    ),
  status: z
    .enum(socialAccountStatuses)
    .describe(
      'PENDING: added, not verified yet. ACTIVE: verified. BLOCKED: by staff. SUSPENDED: its owner is suspended. SOLD, DELETED: its ' +
        'owner has given it up.',
    ),
  isVerified: z.boolean().describe('Whether its owner has proven it.'),
  verifiedVia: z.enum(verifiedVias).nullable().describe('How its owner has proven it; null before.'),
  verifiedAt: instant()
    .nullable()
    .describe('When it was proven; null before, and for old accounts whose time was not stored.'),
  channelId: id()
    .nullable()
    .describe('Id of the channel on this account, which its page sells services on; null without one.'),
  statsAvailability: z
    .enum(statsAvailabilities)
    .describe(
      'AVAILABLE: a verified audience is known. PENDING: none is known yet. UNAVAILABLE: none is known, and this deployment ' +
        'does not support the platform.',
    ),
  socialConnection: connection().optional().describe('The connection by a sign-in; absent without one.'),
  createdAt: instant(),
  version: z.int().min(1),
}));

export const socialAccount = lazy(() => z.strictObject(fields()).meta({ id: 'SocialAccount' }));
export type SocialAccountView = z.output<ReturnType<typeof socialAccount>>;

/** An account, with more about it. */
export const socialAccountWith = <T extends z.ZodRawShape>(more: T) => z.strictObject({ ...fields(), ...more });
