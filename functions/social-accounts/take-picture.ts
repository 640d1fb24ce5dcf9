import { type ChannelRef, type SocialPlatform, unusablePicture } from '../platform/social/index.ts';

export interface Picture {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly contentType: string;
}

const allowed = new Set(['image/jpeg', 'image/png', 'image/webp']);

/** The present picture of an account. What it is, its bytes say: the platform's word on its type counts for nothing. */
export async function takePicture(platform: SocialPlatform, ref: ChannelRef): Promise<Picture> {
  const channel = await platform.channel(ref);
  if (!channel?.avatarUrl)
    throw unusablePicture(channel === null ? 'the account is gone' : 'the account has no picture');
  const bytes = await platform.image(channel.avatarUrl);
  const { fileTypeFromBuffer } = await import('file-type');
  const contentType = (await fileTypeFromBuffer(bytes))?.mime;
  if (contentType === undefined || !allowed.has(contentType))
    throw unusablePicture(`the picture is ${contentType ?? 'none'}`);
  return { bytes, contentType };
}
