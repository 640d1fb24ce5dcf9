import { describe, expect, test } from 'vitest';
import { instructionsFor } from '../../../functions/social-accounts/instructions-rules.ts';
import type { Platform } from '../../../schema/shared/enums.ts';

/** Where each platform has the text of a profile. */
const places = {
  YOUTUBE: 'the description of your channel (YouTube Studio, Customization, Profile)',
  X: 'the bio of your profile (Edit profile)',
  TWITCH: 'the bio of your channel (Settings, Profile)',
  KICK: 'the bio of your channel (Settings, Profile)',
} as const;
const names: Readonly<Record<Platform, string>> = {
  ...{ YOUTUBE: 'YouTube', TIKTOK: 'TikTok', INSTAGRAM: 'Instagram', X: 'X', TWITCH: 'Twitch', KICK: 'Kick' },
};
const withCode = (['YOUTUBE', 'X', 'TWITCH', 'KICK'] as const).map(
  (platform) => [platform, places[platform], names[platform]] as const,
);
const all = Object.entries(names) as [Platform, string][];

describe('the instructions', () => {
  test.each(withCode)('of a valid code at %s name the place of the profile text there', (platform, place, name) => {
    expect(instructionsFor(platform, 'BIO_CODE', 'ACTIVE')).toBe(
      `Put the code anywhere into ${place}, save it, and request a check. You may remove it once the account is verified. Or connect the account by a sign-in at ${name}.`,
    );
  });

  test.each(withCode)('without a valid code at %s ask for a new one, and name the place', (platform, place, name) => {
    const text = `Get a new code, put it into ${place}, and request a check. Or connect the account by a sign-in at ${name}.`;
    expect(instructionsFor(platform, 'BIO_CODE', 'EXPIRED')).toBe(text);
    expect(instructionsFor(platform, 'BIO_CODE', 'NONE')).toBe(text);
  });

  test.each(all)('at %s ask for a sign-in where no code can prove the account', (platform, name) => {
    expect(instructionsFor(platform, 'OAUTH', 'NONE')).toBe(
      `Connect the account: start a connection with ${name} and sign in there.`,
    );
  });

  test.each(all)('at %s say when the account is verified, by its owner or by another user', (platform) => {
    expect(instructionsFor(platform, 'BIO_CODE', 'VERIFIED')).toBe(
      'The account is verified. If your profile shows a code, you may remove it.',
    );
    expect(instructionsFor(platform, 'BIO_CODE', 'REFUSED')).toBe(
      'Another user has verified this account first. If it is yours, contact our staff.',
    );
  });
});
