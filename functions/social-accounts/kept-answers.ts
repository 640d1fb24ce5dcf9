import type { SocialAccountView } from '../../schema/social-accounts/account.ts';

/**
 * Removes the profile from an answer before it is stored with its Idempotency-Key. The platforms' terms limit how long it may be stored, and it is deleted with the
 * connection. The address of the picture is signed for an hour.
 */
export const withoutProfile = (account: SocialAccountView): SocialAccountView => ({
  ...account,
  ...{ title: null, followers: null, avatarUrl: null },
});

/** A stored answer with the profile of now. */
export const withProfileOf = (
  stored: SocialAccountView,
  { title, followers, avatarUrl }: SocialAccountView,
): SocialAccountView => ({ ...stored, title, followers, avatarUrl });
