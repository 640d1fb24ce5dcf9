import type { Platform } from '../../schema/shared/enums.ts';
import { platformNames } from '../../schema/shared/platform-names.ts';
import type { VerificationView } from '../../schema/social-accounts/verification.ts';
import type { VerificationMethod } from '../../schema/social-accounts/verification-methods.ts';

/** The place of the profile text at each platform, in its own words. */
const places: Readonly<Record<Platform, string>> = {
  YOUTUBE: 'the description of your channel (YouTube Studio, Customization, Profile)',
  X: 'the bio of your profile (Edit profile)',
  TWITCH: 'the bio of your channel (Settings, Profile)',
  KICK: 'the bio of your channel (Settings, Profile)',
  TIKTOK: 'your profile',
  INSTAGRAM: 'your profile',
};

/** What the owner of an account does next, in words. */
export function instructionsFor(
  platform: Platform,
  method: VerificationMethod,
  status: VerificationView['status'],
): string {
  const name = platformNames[platform];
  if (status === 'VERIFIED') return 'The account is verified. If your profile shows a code, you may remove it.';
  if (status === 'REFUSED') return 'Another user has verified this account first. If it is yours, contact our staff.';
  if (method === 'OAUTH') return `Connect the account: start a connection with ${name} and sign in there.`;
  if (status === 'ACTIVE')
    return `Put the code anywhere into ${places[platform]}, save it, and request a check. You may remove it once the account is verified. Or connect the account by a sign-in at ${name}.`;
  return `Get a new code, put it into ${places[platform]}, and request a check. Or connect the account by a sign-in at ${name}.`;
}
