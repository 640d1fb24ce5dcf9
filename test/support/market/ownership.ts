import { randomBytes, randomUUID } from 'node:crypto';
import type { OwnershipStatus } from '../../../schema/creators/creators.ts';
import { type Client, clientOf } from '../client.ts';
import type { Market } from './market.ts';

export interface Owner {
  readonly id: number;
  readonly api: Client;
}

export interface OwnedChannel {
  readonly id: number;
  readonly handle: string;
  readonly code: string;
}

/** Channels in any ownership state, created directly in the database. */
export function ownershipOf({ market, baseUrl }: { market: Market; baseUrl: string }) {
  const { pool, one } = market;

  async function anOwner(): Promise<Owner> {
    const { id } = await market.aCreator();
    return { id, api: clientOf(baseUrl, await market.aKey(id)) };
  }

  return { anOwner, ...channelsOf({ pool, one }) };
}

/** The same without a running service. */
export function channelsOf({ pool, one }: Pick<Market, 'pool' | 'one'>) {
  async function aChannel(
    creatorId: number,
    {
      ownership = 'CHALLENGED' as OwnershipStatus,
      status = 'ACTIVE',
      platform = 'TWITCH',
      handle = `h${randomBytes(8).toString('hex')}` as string,
      canonicalUrl = null as string | null,
      submittedAt = new Date(),
      codeExpiresAt = new Date(Date.now() + 3_600_000),
    } = {},
  ): Promise<OwnedChannel> {
    const { id } = await one(
      `insert into channels (creator_id, kind, platform, handle, canonical_url, status, ownership)
       values ($1, 'MANUAL', $2, $3, $4, $5, $6) returning id`,
      [creatorId, platform, handle, canonicalUrl ?? `https://www.twitch.tv/${handle}`, status, ownership],
    );
    const code = `castline-${randomBytes(6).toString('hex')}`;
    const isDecided = ownership === 'VERIFIED' || ownership === 'REJECTED';
    const isSubmitted = isDecided || ownership === 'PENDING_REVIEW';
    if (ownership !== 'NONE')
      await pool.query(
        `insert into ownership_claims (channel_id, code, code_expires_at, submitted_at, first_submitted_at, decided_at, updated_at)
         values ($1, $2, $3, $4, $4, $5, now())`,
        [id, code, codeExpiresAt, isSubmitted ? submittedAt : null, isDecided ? submittedAt : null],
      );
    if (isDecided)
      await pool.query('insert into ownership_events (channel_id, kind, at) values ($1, $2, $3)', [
        id,
        ownership === 'VERIFIED' ? 'CODE_FOUND' : 'REJECTED',
        submittedAt,
      ]);
    return { id: Number(id), handle, code };
  }

  /** A file of the channel, stored as if it had been uploaded. */
  async function anUpload(
    ownerId: number,
    channelId: number,
    status = 'VERIFIED',
    changes: object = {},
  ): Promise<string> {
    const id = randomUUID();
    const fields = {
      id,
      owner_id: ownerId,
      channel_id: channelId,
      file_name: 'proof.png',
      content_type: 'image/png',
      size: 9,
      sha256: randomBytes(32),
      status,
      incoming_key: `incoming/${randomUUID()}`,
      stored_key: status === 'VERIFIED' ? `stored/${id}/${randomUUID()}` : null,
      expires_at: new Date(Date.now() + 300_000),
      created_at: new Date(),
      updated_at: new Date(),
      ...changes,
    };
    const places = Object.keys(fields).map((_, index) => `$${index + 1}`);
    await pool.query(
      `insert into private_uploads (${Object.keys(fields).join(', ')}) values (${places.join(', ')})`,
      Object.values(fields),
    );
    return id;
  }

  async function attach(channelId: number, uploadId: string): Promise<void> {
    await pool.query('insert into ownership_evidence (channel_id, position, upload_id) values ($1, 1, $2)', [
      channelId,
      uploadId,
    ]);
  }

  return { aChannel, anUpload, attach };
}
