import { createHash, randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { pictureOf } from '../../../scripts/local/endpoints/social-simulator/portraits/picture.ts';
import type { Client, Reply } from '../client.ts';
import { announced, putFile } from './files.ts';
import { created, type Market } from './market.ts';

export const portfolioPath = '/influencer-profile/portfolio';

/** The side of the pictures of tests in pixels. */
export const side = 48;
/** A picture that no other test has. */
export const aPicture = (): Buffer => pictureOf(randomUUID(), side);

/** Announces and sends a file without completing it. */
export async function sendPicture(api: Client, bytes: Uint8Array = aPicture(), type = 'image/png'): Promise<string> {
  const upload = created(await api.post(`${portfolioPath}/uploads`, announced(bytes, type))).body.data;
  expect((await putFile(upload, bytes)).status).toBe(200);
  return upload.uploadId;
}

/** A verified upload that can be added. */
export async function verifiedPicture(api: Client, bytes?: Uint8Array, type?: string): Promise<string> {
  const uploadId = await sendPicture(api, bytes, type);
  expect((await api.post(`${portfolioPath}/uploads/${uploadId}/complete`, {})).status).toBe(200);
  return uploadId;
}

export const add = (api: Client, uploadId: string, caption?: string | null): Promise<Reply> =>
  api.post(portfolioPath, { uploadId, ...(caption !== undefined && { caption }) });

/** A picture of the portfolio, uploaded by the API. */
export const addedPicture = async (api: Client, caption?: string | null, bytes?: Uint8Array, type?: string) =>
  created(await add(api, await verifiedPicture(api, bytes, type), caption)).body.data;

export const picturesOf = async (api: Client): Promise<Reply['body'][]> => (await api.get(portfolioPath)).body.data;
export const idsOf = async (api: Client): Promise<string[]> => (await picturesOf(api)).map(({ id }) => id);

/** Writes pictures without files into a portfolio, past the API, and returns their ids. */
export async function insertPictures(
  { pool }: Pick<Market, 'pool'>,
  creatorId: number,
  captions: readonly (string | null)[],
  baseUrl = 'http://localhost',
): Promise<string[]> {
  const ids = captions.map(() => randomUUID());
  const hash = createHash('sha256').update('a picture').digest();
  for (const [index, id] of ids.entries()) {
    const uploadId = randomUUID();
    await pool.query(
      `insert into private_uploads (id, owner_id, portfolio_creator_id, file_name, content_type, size, sha256, status, incoming_key, stored_key,
         expires_at, unneeded_since, incoming_deleted_at, created_at, updated_at)
       values ($1::uuid, $2, $2, 'picture.png', 'image/png', 9, $3, 'VERIFIED', 'incoming/' || $1, 'stored/' || $1, now(), now(), now(), now(), now())`,
      [uploadId, creatorId, hash],
    );
    await pool.query(
      `insert into avatars (id, portfolio_creator_id, object_key, content_type, size, stored_at, sha256)
       values ($1::uuid, $2, 'avatars/' || $1, 'image/png', 9, now(), $3)`,
      [id, creatorId, hash],
    );
    await pool.query(
      `insert into portfolio_pictures (id, creator_id, upload_id, url, caption, width, height, position, created_at, updated_at)
       values ($1::uuid, $2, $3, $4 || '/avatars/' || $1, $5, 640, 480,
         (select count(*) + 1 from portfolio_pictures where creator_id = $2), now(), now())`,
      [id, creatorId, uploadId, baseUrl, captions[index]],
    );
  }
  return ids;
}
