import { randomBytes, randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Client, Reply } from '../client.ts';
import { aFile, announced, putFile } from './files.ts';
import { created, type Market } from './market.ts';

/** A small valid video. */
export const aVideo = (extra = 0) => aFile['video/mp4'](extra);

/** An audience as staff reads it from a recording. */
export const anAudience = (changes: object = {}) => ({
  capturedAt: new Date(Date.now() - 3_600_000).toISOString(),
  periodDays: 28,
  geo: [
    { country: 'US', share: 0.6 },
    { country: 'DE', share: 0.25 },
  ],
  demo: [{ age: '18-24', gender: 'FEMALE', share: 0.4 }],
  followers: 48_200,
  ...changes,
});

export const verifying = (changes: object = {}) => ({ outcome: 'VERIFIED', audience: anAudience(changes) });
export const rejecting = { outcome: 'REJECTED', reason: 'The recording shows another account.' };

/** The requests of an owner about the recordings of one account, by its token. */
export function recorderOf(api: Client, accountId: number) {
  const path = `/social-accounts/${accountId}/stats-sessions`;
  const keyed = (key: string | undefined) => (key === undefined ? {} : { key });
  const open = (key?: string): Promise<Reply> => api.post(path, {}, keyed(key));
  const announce = (sessionId: number, bytes: Uint8Array, type = 'video/mp4', key?: string): Promise<Reply> =>
    api.post(`${path}/${sessionId}/uploads`, announced(bytes, type), keyed(key));
  const complete = (sessionId: number, uploadId: string, key?: string): Promise<Reply> =>
    api.post(`${path}/${sessionId}/uploads/${uploadId}/complete`, {}, keyed(key));

  /** Announces and sends a video without completing it, and returns the id of the upload. */
  async function send(sessionId: number, bytes = aVideo()): Promise<string> {
    const upload = created(await announce(sessionId, bytes)).body.data;
    expect((await putFile(upload, bytes)).status).toBe(200);
    return upload.uploadId;
  }

  /** Hands in a recording, and returns the ids of session and upload. */
  async function record(): Promise<{ sessionId: number; uploadId: string }> {
    const sessionId = created(await open()).body.data.id;
    const uploadId = await send(sessionId);
    expect((await complete(sessionId, uploadId)).status).toBe(200);
    return { sessionId, uploadId };
  }

  const session = async (): Promise<Reply['body']> =>
    (await api.get(`/social-accounts/${accountId}/stats`)).body.data.session;

  return { accountId, open, announce, complete, send, record, session };
}

/** A session that waits for staff, created directly in the database. */
export async function anUploadedSession(
  { one, pool }: Pick<Market, 'one' | 'pool'>,
  accountId: number,
): Promise<number> {
  const session = await one(
    `insert into stats_sessions (social_account_id, status, opened_at, expires_at, uploaded_at)
     values ($1, 'UPLOADED', now() - interval '1 hour', now() + interval '23 hours', now()) returning id::int`,
    [accountId],
  );
  const uploadId = randomUUID();
  await pool.query(
    `insert into private_uploads (id, owner_id, stats_session_id, file_name, content_type, size, sha256, status, incoming_key, stored_key,
       expires_at, created_at, updated_at)
     select $1, owner_id, $3, 'studio.mp4', 'video/mp4', 9, $4, 'VERIFIED', $5, $6, now(), now(), now() from social_accounts where id = $2`,
    [
      uploadId,
      accountId,
      session.id,
      randomBytes(32),
      `incoming/${randomUUID()}`,
      `stored/${uploadId}/${randomUUID()}`,
    ],
  );
  return session.id;
}
