import { type PictureType, pictureTypes } from '../../schema/shared/enums.ts';
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

/** A picture, with the profile that the platform told beside its address. */
export interface DownloadedPicture extends Picture {
  readonly profile: Pick<SocialChannel, 'title' | 'followers'>;
}

// A small file can decode to a very large image. This bound keeps it within the memory of browsers.
const maxPixelsASide = 8_192;

/** The reference by which a platform identifies an account. */
export const accountRef = ({ externalId, handle }: AccountName): ChannelRef =>
  externalId === null ? { handle } : { externalId };

interface AccountName {
  readonly externalId: string | null;
  readonly handle: string;
}

/**
 * Downloads the current picture of an account, complete and of a size that browsers can show. The type is detected from the bytes, not from
 * the platform's headers.
 */
export async function downloadPicture(
  platform: SocialPlatform,
  ref: ChannelRef,
  by: Credential,
): Promise<DownloadedPicture> {
  const channel = await platform.channel(ref, by);
  if (!channel?.avatarUrl)
    throw unusablePicture(channel === null ? 'the account is gone' : 'the account has no picture');
  const bytes = await platform.image(channel.avatarUrl);
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(bytes);
  const contentType = pictureTypes.find((type) => type === found?.mime);
  if (contentType === undefined) throw unusablePicture(`the picture is ${found?.mime ?? 'none'}`);
  refuseUnshowable(bytes, contentType);
  return { bytes, contentType, profile: channel };
}

function refuseUnshowable(bytes: Uint8Array, contentType: string): void {
  const size = pictureIn(bytes, contentType);
  if (size === null) throw unusablePicture(`the picture is ${contentType} and is not whole`);
  const { width, height } = size;
  if (Math.max(width, height) > maxPixelsASide)
    throw unusablePicture(`the picture is ${contentType} of ${width} x ${height}`);
}
