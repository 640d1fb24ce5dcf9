import { shownPixelsASide } from '../../schema/creators/creators.ts';
import type { PictureType } from '../../schema/shared/enums.ts';
import {
  type ChannelRef,
  type Credential,
  type SocialChannel,
  type SocialPlatform,
  unusablePicture,
} from '../platform/social/index.ts';
import { pictureIn } from '../uploads/index.ts';

export interface Picture {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly contentType: PictureType;
}

/** The reference by which a platform identifies an account. */
export const accountRef = ({ externalId, handle }: AccountName): ChannelRef =>
  externalId === null ? { handle } : { externalId };

interface AccountName {
  readonly externalId: string | null;
  readonly handle: string;
}

/** The profile of an account, with the address of its picture. */
export async function readProfile(platform: SocialPlatform, ref: ChannelRef, by: Credential): Promise<SocialChannel> {
  const profile = await platform.channel(ref, by);
  if (profile === null) throw unusablePicture('the account is gone');
  return profile;
}

/**
 * Downloads the picture of a profile, complete, without metadata, and of a size that browsers can show. The type is detected from the bytes, not from the platform's
 * headers.
 */
export async function downloadPicture(
  platform: Pick<SocialPlatform, 'image'>,
  { avatarUrl }: Pick<SocialChannel, 'avatarUrl'>,
): Promise<Picture> {
  if (!avatarUrl) throw unusablePicture('the account has no picture');
  const bytes = await platform.image(avatarUrl);
  const picture = await pictureIn(bytes);
  if (picture === null) throw unusablePicture('the picture is no complete JPEG, PNG or WebP');
  const { width, height, contentType } = picture;
  if (Math.max(width, height) > shownPixelsASide)
    throw unusablePicture(`the picture is ${contentType} of ${width} x ${height}`);
  return { bytes: picture.bytes, contentType };
}
