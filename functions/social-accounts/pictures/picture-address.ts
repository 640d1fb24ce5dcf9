import type { GuestCtx } from '../../context.ts';
import { type MacSettings, signToken, subjectOf } from '../../platform/mac.ts';

/** A stored picture: its public address, and whether the page that shows it is published. */
export interface OwnPicture {
  readonly url: string | null;
  readonly isPublic: boolean;
}

/**
 * The address of a picture for its owner and for previews: the public one while its page is published, otherwise a signed one that is valid
 * for PREVIEW_TTL_SECONDS.
 */
export async function addressForOwner(
  { settings, now }: Pick<GuestCtx, 'settings' | 'now'>,
  { url, isPublic }: OwnPicture,
): Promise<string | null> {
  const own = `${settings.BASE_URL}/avatars/`;
  if (url === null || isPublic || !url.startsWith(own)) return url;
  const expiresAt = new Date(now().getTime() + settings.PREVIEW_TTL_SECONDS * 1_000);
  return `${own}private/${await signToken('creator-picture', url.slice(own.length), expiresAt, settings)}`;
}

/** The picture that a token grants; null when the token is forged or expired. */
export const pictureOfToken = (
  token: string,
  settings: MacSettings<'creator-picture'>,
  now: Date,
): Promise<string | null> => subjectOf('creator-picture', token, settings, now);
