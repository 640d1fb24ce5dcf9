import { readShownAvatar } from '../../db/avatars.ts';
import { notFound } from '../../schema/errors.ts';
import type { GuestCtx } from '../context.ts';
import { openObjectStore } from '../platform/object-store.ts';
import { readChunks } from '../platform/read-chunks.ts';

export interface PictureVersion {
  readonly generations: string;
  readonly etag: string;
  /** Null when the version that the caller knows still holds. */
  readonly body: Uint8Array<ArrayBuffer> | null;
  readonly contentType: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A picture that is shown at this moment, or that the known one still is. */
export async function readAvatar(ctx: GuestCtx, id: string, knownEtag: string | null): Promise<PictureVersion> {
  const { generations, picture } = await readShownAvatar(ctx.db, id);
  if (picture === null) throw notFound();
  // With its headers: a kept copy goes by those it was kept with.
  const etag = picture.isListed ? `"${id}"` : `"${id}.unlisted"`;
  const body = knownEtag === etag ? null : await bytesOf(ctx, picture.objectKey);
  const headers = picture.isListed ? {} : { 'x-robots-tag': 'noindex' };
  return { generations, etag, body, contentType: picture.contentType, headers };
}

async function bytesOf({ settings }: GuestCtx, objectKey: string): Promise<Uint8Array<ArrayBuffer>> {
  const stream = await openObjectStore(settings).read(objectKey);
  if (stream === null) throw notFound();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for await (const chunk of readChunks(stream)) parts.push(chunk.slice());
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
