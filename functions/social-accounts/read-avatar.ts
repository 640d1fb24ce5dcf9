import {
  type KeptSince,
  readOwnAvatar,
  readShownAvatar,
  type StoredPicture,
} from '../../db/social-accounts/avatars.ts';
import { platforms } from '../../schema/enums.ts';
import { notFound } from '../../schema/errors.ts';
import { shownSince } from '../../schema/figures.ts';
import type { GuestCtx } from '../context.ts';
import { openObjectStore } from '../platform/object-store.ts';
import { readChunks } from '../platform/read-chunks.ts';
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
export async function readAvatar(ctx: GuestCtx, id: string, knownEtag: string | null): Promise<PictureVersion> {
  const { generations, picture } = await readShownAvatar(ctx.db, id, keptSince(ctx));
  if (picture === null) throw notFound();
  const etag = `"${id}"`;
  const body = knownEtag === etag ? null : await bytesOf(ctx, picture);
  return { generations, etag, body, contentType: picture.contentType };
}

/** The picture of a signed address that has not expired. */
export async function readPrivateAvatar(ctx: GuestCtx, token: string): Promise<Picture> {
  const id = await picturedBy(token, ctx.settings, ctx.now());
  const picture = id === null ? null : await readOwnAvatar(ctx.db, id, keptSince(ctx));
  if (picture === null) throw notFound();
  return { bytes: await bytesOf(ctx, picture), contentType: picture.contentType };
}

const keptSince = ({ settings, now }: GuestCtx): KeptSince =>
  Object.fromEntries(platforms.map((platform) => [platform, shownSince(platform, settings, now())]));

async function bytesOf({ settings }: GuestCtx, { objectKey }: StoredPicture): Promise<Uint8Array<ArrayBuffer>> {
  const stream = await openObjectStore(settings).read(objectKey);
  if (stream === null) throw notFound();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for await (const chunk of readChunks(stream)) parts.push(chunk.slice());
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
