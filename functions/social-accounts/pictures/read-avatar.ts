import {
  type KeptSince,
  readOwnAvatar,
  readShownAvatar,
  type StoredPicture,
} from '../../../db/social-accounts/avatars.ts';
import { shownSince } from '../../../schema/metrics/metric-rules.ts';
import { platforms } from '../../../schema/shared/enums.ts';
import { notFound } from '../../../schema/shared/errors.ts';
import type { GuestCtx } from '../../context.ts';
import type { Bindings } from '../../env.ts';
import { openPicture, readPicture } from '../../platform/pictures.ts';
import { pictureOfToken } from './picture-address.ts';

export interface PictureVersion {
  readonly generations: string;
  readonly etag: string;
  /** Null when the caller's version is current. */
  readonly body: Uint8Array<ArrayBuffer> | null;
  readonly contentType: string;
}

/** A picture that is read while it is sent. */
export interface OpenPicture {
  readonly body: ReadableStream;
  readonly contentType: string;
}

/** Reads a picture of a published page. There is no body when the caller has the current version. */
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

/** Reads a picture by a signed address that has not expired. */
export async function readPrivateAvatar(ctx: GuestCtx, bucket: Bindings, token: string): Promise<OpenPicture> {
  const id = await pictureOfToken(token, ctx.settings, ctx.now());
  const picture = id === null ? null : await readOwnAvatar(ctx.db, id, keptSince(ctx));
  if (picture === null) throw notFound();
  const body = await openPicture(bucket, picture.objectKey);
  if (body === null) throw notFound();
  return { body, contentType: picture.contentType };
}

const keptSince = ({ settings, now }: GuestCtx): KeptSince =>
  Object.fromEntries(platforms.map((platform) => [platform, shownSince(platform, settings, now())]));

async function bytesOf(bucket: Bindings, { objectKey }: StoredPicture): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await readPicture(bucket, objectKey);
  if (bytes === null) throw notFound();
  return bytes;
}
