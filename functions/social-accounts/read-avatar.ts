import {
  type KeptSince,
  readOwnAvatar,
  readShownAvatar,
  type StoredPicture,
} from '../../db/social-accounts/avatars.ts';
import { shownSince } from '../../schema/metrics/figures.ts';
import { platforms } from '../../schema/shared/enums.ts';
import { notFound } from '../../schema/shared/errors.ts';
import type { GuestCtx } from '../context.ts';
import type { Bindings } from '../env.ts';
import { readPicture } from '../platform/pictures.ts';
import { picturedBy } from './picture-address.ts';
import type { Picture } from './take-picture.ts';

export interface PictureVersion {
  readonly generations: string;
  readonly etag: string;
  /** Null when the version that the caller knows still holds. */
  readonly body: Uint8Array<ArrayBuffer> | null;
  readonly contentType: string;
}

/** A picture whose owner's page answers now. Without a body when the caller already has it. */
export async function readAvatar(
  ctx: GuestCtx,
  bucket: Bindings,
  id: string,
  knownEtag: string | null,
): Promise<PictureVersion> {
  const { generations, picture } = await readShownAvatar(ctx.db, id, keptSince(ctx));
  if (picture === null) throw notFound();
  const etag = `"${id}"`;
  const body = knownEtag === etag ? null : await bytesOf(bucket, picture);
  return { generations, etag, body, contentType: picture.contentType };
}

/** The picture of a signed address that has not expired. */
export async function readPrivateAvatar(ctx: GuestCtx, bucket: Bindings, token: string): Promise<Picture> {
  const id = await picturedBy(token, ctx.settings, ctx.now());
  const picture = id === null ? null : await readOwnAvatar(ctx.db, id, keptSince(ctx));
  if (picture === null) throw notFound();
  return { bytes: await bytesOf(bucket, picture), contentType: picture.contentType };
}

const keptSince = ({ settings, now }: GuestCtx): KeptSince =>
  Object.fromEntries(platforms.map((platform) => [platform, shownSince(platform, settings, now())]));

async function bytesOf(bucket: Bindings, { objectKey }: StoredPicture): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await readPicture(bucket, objectKey);
  if (bytes === null) throw notFound();
  return bytes;
}
