import { and, eq, type SQLWrapper } from 'drizzle-orm';
import { alias, type PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { OwnershipStatus } from '../../schema/creators/creators.ts';
import type { OwnershipEventKind } from '../../schema/creators/ownership.ts';
import { array } from '../client.ts';
import { build, changesOne, excluded, guard, insertSelect, iso, json, type TypeOf } from '../query.ts';
import { channels } from '../tables/channels.ts';
import { creators } from '../tables/creators.ts';
import { ownershipClaims, ownershipEvents, ownershipEvidence } from '../tables/ownership.ts';
import { socialAccounts } from '../tables/social-accounts.ts';
import { recordNeed, stayVerified } from '../uploads/evidence.ts';
import { holdAddress, refreshClaims } from './channels.ts';

/** A channel and the proof of its ownership, as JSON. Fields of a claim are null where it has not begun. */
export const ownershipJson = json({
  channelId: channels.id,
  creatorId: channels.creatorId,
  creator: json({ publicId: creators.publicId, displayName: creators.displayName }),
  kind: channels.kind,
  platform: channels.platform,
  handle: channels.handle,
  canonicalUrl: channels.canonicalUrl,
  /** From the social account of a native channel. */
  externalId: socialAccounts.externalId,
  status: channels.status,
  blockedAt: channels.blockedAt,
  blockReason: channels.blockReason,
  ownership: channels.ownership,
  version: channels.version,
  code: sql<string | null>`${ownershipClaims.code}`,
  codeExpiresAt: sql<string | null>`${iso(ownershipClaims.codeExpiresAt)}`,
  note: ownershipClaims.note,
  hasEvidence: sql<boolean>`exists (select from ${ownershipEvidence} where ${ownershipEvidence.channelId} = ${channels.id})`,
  submittedAt: ownershipClaims.submittedAt,
  checkedAt: ownershipClaims.checkedAt,
  isCodeFound: ownershipClaims.isCodeFound,
  checksLeft: ownershipClaims.checksLeft,
  decidedAt: ownershipClaims.decidedAt,
  reviewerId: ownershipClaims.decidedBy,
  reason: ownershipClaims.reason,
});

export type OwnershipRecord = TypeOf<typeof ownershipJson>;

/** The tables that a record is read from. */
export const ownershipTables = sql`${channels} join ${creators} on ${creators.userId} = ${channels.creatorId}
  left join ${socialAccounts} on ${socialAccounts.id} = ${channels.socialAccountId}
  left join ${ownershipClaims} on ${ownershipClaims.channelId} = ${channels.id}`;

/** The channel of this creator that is not removed, or null: a field of the facts. */
export const ownedChannel = (creatorId: number, channelId: number): SQL<OwnershipRecord | null> =>
  sql`(select ${ownershipJson} from ${ownershipTables}
    where ${channels.id} = ${channelId} and ${channels.creatorId} = ${creatorId} and ${channels.status} <> 'REMOVED')`;

/** The channel of any creator that was once submitted, or null: a field of the facts. */
export const reviewedChannel = (channelId: number): SQL<OwnershipRecord | null> =>
  sql`(select ${ownershipJson} from ${ownershipTables}
    where ${channels.id} = ${channelId} and ${channels.status} <> 'REMOVED' and ${ownershipClaims.submittedAt} is not null)`;

const proven = alias(channels, 'proven');

/** The id of another creator's channel by which the same channel is VERIFIED, or null: a field of the facts. */
export const provenElsewhere = (channelId: number): SQL<number | null> =>
  sql`(select ${proven.id}::float8 from ${channels}
    join ${channels} ${proven} on ${proven.platform} = ${channels.platform} and ${proven.canonicalUrl} = ${channels.canonicalUrl}
    where ${channels.id} = ${channelId} and ${proven.id} <> ${channels.id}
      and ${proven.ownership} = 'VERIFIED' and ${proven.status} <> 'REMOVED')`;

/** The channel accepts files as evidence: a condition. */
export const isTakingEvidence = (channelId: number): SQL =>
  sql`exists (select from ${channels}
    where ${channels.id} = ${channelId} and ${channels.status} = 'ACTIVE' and ${channels.ownership} = 'CHALLENGED')`;

/** Refuses the commit when the channel does not accept evidence any more. */
export const takesEvidence = (channelId: number): SQL => guard(isTakingEvidence(channelId), 'VERSION_CONFLICT');

/** A transition of a channel: its author and its time. */
export interface Move {
  readonly channel: Pick<OwnershipRecord, 'channelId' | 'version'>;
  /** Null: the service itself. */
  readonly actorId: number | null;
  readonly at: Date;
}

/** Stores a new code. The evidence of an attempt that was decided does not count for the next one. */
export const beginChallenge = (move: Move, code: string, expiresAt: Date, isFirst: boolean): SQLWrapper[] => {
  const { channelId } = move.channel;
  return [
    moveTo('CHALLENGED', move),
    build
      .insert(ownershipClaims)
      .values({ channelId, code, codeExpiresAt: expiresAt, updatedAt: move.at })
      .onConflictDoUpdate({
        target: ownershipClaims.channelId,
        set: {
          code: excluded(ownershipClaims.code),
          codeExpiresAt: excluded(ownershipClaims.codeExpiresAt),
          updatedAt: excluded(ownershipClaims.updatedAt),
          ...(isFirst && { note: null }),
        },
      }),
    ...(isFirst ? [deleteEvidence(channelId)] : []),
    recordNeed(channelId, move.at),
    recordEvent('CHALLENGED', move),
  ];
};

const deleteEvidence = (channelId: number): SQLWrapper =>
  build.delete(ownershipEvidence).where(eq(ownershipEvidence.channelId, channelId));

export const replaceEvidence = (move: Move, uploadIds: readonly string[], note: string | null): SQLWrapper[] => {
  const { channelId } = move.channel;
  return [
    sql`select from ${channels} where ${channels.id} = ${channelId} for no key update`,
    takesEvidence(channelId),
    stayVerified(uploadIds),
    changeClaim(move, { note }),
    deleteEvidence(channelId),
    insertSelect(
      ownershipEvidence,
      { channelId: sql`${channelId}::bigint`, position: sql`given.position`, uploadId: sql`given.id` },
      sql`from unnest(${array(uploadIds)}::uuid[]) with ordinality as given(id, position)`,
    ),
    recordNeed(channelId, move.at),
    recordEvent('EVIDENCE_ATTACHED', move),
  ];
};

/** The channel waits for the platform or for staff from now on. Its events keep the earlier decisions. */
export const submitClaim = (move: Move): SQLWrapper[] => [
  moveTo('PENDING_REVIEW', move),
  changeClaim(move, {
    submittedAt: move.at,
    firstSubmittedAt: sql`coalesce(${ownershipClaims.firstSubmittedAt}, ${move.at})`,
    leasedUntil: null,
    checkedAt: null,
    isCodeFound: null,
    checksLeft: sql`default`,
    decidedAt: null,
    decidedBy: null,
    reason: null,
  }),
  recordEvent('SUBMITTED', move),
];

export interface Decision {
  readonly to: 'VERIFIED' | 'REJECTED';
  readonly kind: 'APPROVED' | 'REJECTED' | 'WITHDRAWN' | 'CODE_FOUND';
  readonly reason: string | null;
}

/** True for a decision that begins or ends a proof, and so hides or shows the claims of other creators. */
export const isOfProof = ({ to, kind }: Decision): boolean => to === 'VERIFIED' || kind === 'WITHDRAWN';

/** Stores the decision. A second proof of one channel ends the transaction: at most one creator can have proven it. */
export const decideClaim = (move: Move & { readonly channel: OwnershipRecord }, decision: Decision): SQLWrapper[] => {
  const { channel, at } = move;
  if (!isOfProof(decision)) return writeDecision(move, decision);
  const isFirst = guard(sql`${provenElsewhere(channel.channelId)} is null`, 'VERSION_CONFLICT');
  return [
    holdAddress(channel),
    ...(decision.to === 'VERIFIED' ? [isFirst] : []),
    ...writeDecision(move, decision),
    refreshClaims(channel.channelId, at),
  ];
};

const writeDecision = (move: Move, { to, kind, reason }: Decision): SQLWrapper[] => [
  moveTo(to, move),
  changeClaim(move, { decidedAt: move.at, decidedBy: move.actorId, reason }),
  recordNeed(move.channel.channelId, move.at),
  recordEvent(kind, move, reason),
];

// Every change counts the version up: a channel at the version that was read is as it was then.
const moveTo = (to: OwnershipStatus, { channel, at }: Move): SQL =>
  changesOne(
    build
      .update(channels)
      .set({ ownership: to, version: sql`${channels.version} + 1`, updatedAt: at })
      .where(
        and(eq(channels.id, channel.channelId), eq(channels.version, channel.version), eq(channels.status, 'ACTIVE')),
      ),
  );

const changeClaim = ({ channel, at }: Move, change: PgUpdateSetSource<typeof ownershipClaims>): SQLWrapper =>
  build
    .update(ownershipClaims)
    .set({ ...change, updatedAt: at })
    .where(eq(ownershipClaims.channelId, channel.channelId));

const recordEvent = (
  kind: OwnershipEventKind,
  { channel, actorId, at }: Move,
  reason: string | null = null,
): SQLWrapper => build.insert(ownershipEvents).values({ channelId: channel.channelId, kind, actorId, reason, at });
