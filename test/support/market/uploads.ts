import { expect } from 'vitest';
import type { Reply } from '../client.ts';
import { announced, putFile } from './files.ts';
import { created, type Market } from './market.ts';
import { type OwnedChannel, type Owner, ownershipOf } from './ownership.ts';

/** A creator with a channel that accepts evidence, and its actions on private files. */
export function uploadsOf(at: { market: Market; baseUrl: string }) {
  const arranged = ownershipOf(at);

  async function anUploader(): Promise<Uploader> {
    const owner = await arranged.anOwner();
    return uploaderOf(owner, await arranged.aChannel(owner.id));
  }
  return { ...arranged, anUploader };
}

/** The actions of this owner on the files of the channel. */
export function uploaderOf(owner: Owner, channel: OwnedChannel) {
  const path = `/influencer-channels/${channel.id}/ownership-uploads`;
  const announce = (bytes: Uint8Array, type: string, changes: object = {}, key?: string): Promise<Reply> =>
    owner.api.post(path, announced(bytes, type, changes), key === undefined ? {} : { key });
  const complete = (uploadId: string, key?: string): Promise<Reply> =>
    owner.api.post(`${path}/${uploadId}/complete`, {}, key === undefined ? {} : { key });
  /** Announces and sends a file without completing it. */
  async function send(bytes: Uint8Array, type: string, changes: object = {}): Promise<Sent> {
    const upload = created(await announce(bytes, type, changes)).body.data;
    expect((await putFile(upload, bytes)).status).toBe(200);
    return upload;
  }
  return {
    owner,
    channel,
    announce,
    complete,
    send,
    async verified(bytes: Uint8Array, type: string): Promise<Sent> {
      const upload = await send(bytes, type);
      expect((await complete(upload.uploadId)).body).toEqual({
        data: { uploadId: upload.uploadId, status: 'VERIFIED' },
      });
      return upload;
    },
  };
}

export type Uploader = ReturnType<typeof uploaderOf>;

export interface Sent {
  readonly uploadId: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly expiresAt: string;
}
