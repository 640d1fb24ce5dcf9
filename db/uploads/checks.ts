import { and, eq } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { VirusCheck } from '../../schema/uploads/uploads.ts';
import type { Db } from '../client.ts';
import { atOnceOr, type Leasable, type Lease, leaseOne } from '../leases.ts';
import { build, changesOne, countChanged } from '../query.ts';
import { privateUploads } from '../tables/uploads.ts';

const { id, channelId, campaignPostId, portfolioCreatorId, status, checkLeasedUntil } = privateUploads;

export const checkable: Leasable<typeof privateUploads> = {
  table: privateUploads,
  id,
  leasedUntil: checkLeasedUntil,
  availableAt: atOnceOr(checkLeasedUntil),
};

/** Leases the file for a check. False when another request has the lease, or when the file was decided. */
export async function leaseCheck(db: Db, uploadId: string, lease: Lease): Promise<boolean> {
  const condition = eq(status, 'PENDING');
  return (await countChanged(db, leaseOne(checkable, uploadId, lease, { condition }))) === 1;
}

/** The served copy, in bytes and hexadecimal. */
export interface StoredCopy {
  readonly storedKey: string;
  readonly storedSize: number;
  readonly storedSha256: string;
}

export interface ServedCopy extends StoredCopy {
  /** The type of the container, which may be another one of the announced family. */
  readonly contentType: string;
  readonly virusCheck: VirusCheck;
}

/** Marks the file as VERIFIED with its served copy. VERSION_CONFLICT when it was decided already. */
export const markVerified = (uploadId: string, served: ServedCopy, at: Date): SQL =>
  decided(uploadId, {
    status: 'VERIFIED',
    storedKey: served.storedKey,
    storedSize: served.storedSize,
    storedSha256: sql`decode(${served.storedSha256}, 'hex')`,
    contentType: served.contentType,
    virusCheck: served.virusCheck,
    // Evidence is not needed before it is attached, nor a screenshot before it is a proof. A portfolio shows a public copy.
    unneededSince: sql`case when num_nonnulls(${channelId}, ${campaignPostId}, ${portfolioCreatorId}) = 0 then null else ${at}::timestamptz end`,
    updatedAt: at,
  });

/** Marks the file as REJECTED. VERSION_CONFLICT when it was decided already. */
export const markRejected = (uploadId: string, at: Date): SQL =>
  decided(uploadId, { status: 'REJECTED', updatedAt: at });

const decided = (uploadId: string, change: PgUpdateSetSource<typeof privateUploads>): SQL =>
  changesOne(
    build
      .update(privateUploads)
      .set({ ...change, checkLeasedUntil: null })
      .where(and(eq(id, uploadId), eq(status, 'PENDING'))),
  );
