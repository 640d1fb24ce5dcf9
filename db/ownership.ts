import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { Platform } from '../schema/enums.ts';
import type { OwnershipEventKind } from '../schema/ownership.ts';
import type { OwnershipRecord, OwnershipStatus } from '../schema/ownership-records.ts';
import { holdAddress, refreshClaims } from './channels.ts';
import { array, cursorGuard, type Db } from './client.ts';
import { noteNeed, stayVerified, uploadJson } from './uploads.ts';

const record = sql`json_build_object('channelId', ch.id, 'creatorId', ch.creator_id,
  'creator', json_build_object('publicId', cr.public_id, 'displayName', cr.display_name), 'kind', ch.kind, 'platform', ch.platform,
  'handle', ch.handle, 'canonicalUrl', ch.canonical_url, 'externalId', sa.external_id, 'status', ch.status,
  'ownership', ch.ownership, 'version', ch.version, 'code', oc.code, 'codeExpiresAt', iso(oc.code_expires_at), 'note', oc.note,
  'hasEvidence', exists (select from ownership_evidence oe where oe.channel_id = ch.id), 'submittedAt', iso(oc.submitted_at),
  'checkedAt', iso(oc.checked_at), 'decidedAt', iso(oc.decided_at), 'reviewerId', oc.decided_by, 'reason', oc.reason)`;
const tables = sql`channels ch join creators cr on cr.user_id = ch.creator_id
  left join social_accounts sa on sa.id = ch.social_account_id left join ownership_claims oc on oc.channel_id = ch.id`;

/** The channel of this creator that is not removed, or null: a column of the facts. */
export const ownedChannel = (creatorId: number, channelId: number): SQL =>
  sql`(select ${record} from ${tables} where ch.id = ${channelId} and ch.creator_id = ${creatorId} and ch.status <> 'REMOVED')`;

/** Anybody's channel that was once submitted, or null: a column of the facts. */
export const reviewedChannel = (channelId: number): SQL =>
  sql`(select ${record} from ${tables} where ch.id = ${channelId} and ch.status <> 'REMOVED' and oc.submitted_at is not null)`;

/** The id of another creator's channel by which the same channel is VERIFIED, or null: a column of the facts. */
export const provenElsewhere = (channelId: number): SQL =>
  sql`(select proven.id::float8 from channels ch join channels proven on proven.platform = ch.platform and proven.canonical_url = ch.canonical_url
       where ch.id = ${channelId} and proven.id <> ch.id and proven.ownership = 'VERIFIED' and proven.status <> 'REMOVED')`;

/** The channel takes files as evidence: a condition. */
export const isTakingEvidence = (channelId: number): SQL =>
  sql`exists (select from channels where id = ${channelId} and status = 'ACTIVE' and ownership = 'CHALLENGED')`;

/** It still does: a statement of the commit that adds one. */
export const takesEvidence = (channelId: number): SQL =>
  sql`select guard(${isTakingEvidence(channelId)}, 'VERSION_CONFLICT')`;

/** What a move writes: who made it, and when. */
export interface Move {
  readonly channel: Pick<OwnershipRecord, 'channelId' | 'version'>;
  /** Null: nobody but the service. */
  readonly actorId: number | null;
  readonly at: Date;
}

/** A new code; evidence of an attempt that was decided does not count for the next one. */
export const beginChallenge = (move: Move, code: string, expiresAt: Date, isFirst: boolean): SQL[] => [
  moveTo('CHALLENGED', move),
  sql`insert into ownership_claims (channel_id, code, code_expires_at, updated_at)
      values (${move.channel.channelId}, ${code}, ${expiresAt}, ${move.at})
      on conflict (channel_id) do update set code = excluded.code, code_expires_at = excluded.code_expires_at,
        note = case when ${isFirst} then null else ownership_claims.note end, updated_at = excluded.updated_at`,
  ...(isFirst ? [sql`delete from ownership_evidence where channel_id = ${move.channel.channelId}`] : []),
  noteNeed(move.channel.channelId, move.at),
  recordEvent('CHALLENGED', move),
];

export const replaceEvidence = (move: Move, uploadIds: readonly string[], note: string | null): SQL[] => [
  sql`select from channels where id = ${move.channel.channelId} for no key update`,
  takesEvidence(move.channel.channelId),
  stayVerified(uploadIds),
  sql`update ownership_claims set note = ${note}, updated_at = ${move.at} where channel_id = ${move.channel.channelId}`,
  sql`delete from ownership_evidence where channel_id = ${move.channel.channelId}`,
  sql`insert into ownership_evidence (channel_id, position, upload_id)
      select ${move.channel.channelId}::bigint, given.position, given.id
      from unnest(${array(uploadIds)}::uuid[]) with ordinality as given(id, position)`,
  noteNeed(move.channel.channelId, move.at),
  recordEvent('EVIDENCE_ATTACHED', move),
];

/** From here on it waits for the platform or for staff; what was decided before is in the events. */
export const submitClaim = (move: Move): SQL[] => [
  moveTo('PENDING_REVIEW', move),
  sql`update ownership_claims set submitted_at = ${move.at}, first_submitted_at = coalesce(first_submitted_at, ${move.at}), claimed_at = null, checked_at = null, checks_left = default,
        decided_at = null, decided_by = null, reason = null, updated_at = ${move.at} where channel_id = ${move.channel.channelId}`,
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
export const decideClaim = (move: Move & { readonly channel: OwnershipRecord }, decision: Decision): SQL[] => {
  const { channel, at } = move;
  if (!isOfProof(decision)) return writeDecision(move, decision);
  const isFirst = sql`select guard(${provenElsewhere(channel.channelId)} is null, 'VERSION_CONFLICT')`;
  return [
    holdAddress(channel),
    ...(decision.to === 'VERIFIED' ? [isFirst] : []),
    ...writeDecision(move, decision),
    refreshClaims(channel.channelId, at),
  ];
};

const writeDecision = (move: Move, { to, kind, reason }: Decision): SQL[] => [
  moveTo(to, move),
  sql`update ownership_claims set decided_at = ${move.at}, decided_by = ${move.actorId}, reason = ${reason}, updated_at = ${move.at}
      where channel_id = ${move.channel.channelId}`,
  noteNeed(move.channel.channelId, move.at),
  recordEvent(kind, move, reason),
];

// The version tells of every change, so that a channel which is still at the one that was decided on is as it was then.
const moveTo = (to: OwnershipStatus, { channel, at }: Move): SQL =>
  sql`with changed as (
        update channels set ownership = ${to}, version = version + 1, updated_at = ${at}
        where id = ${channel.channelId} and version = ${channel.version} and status = 'ACTIVE' returning 1)
      select guard((select count(*) from changed) = 1, 'VERSION_CONFLICT')`;

const recordEvent = (kind: OwnershipEventKind, { channel, actorId, at }: Move, reason: string | null = null): SQL =>
  sql`insert into ownership_events (channel_id, kind, actor_id, reason, at)
      values (${channel.channelId}, ${kind}, ${actorId}, ${reason}, ${at})`;

export interface ReviewsPage {
  readonly status: OwnershipStatus;
  readonly limit: number;
  readonly cursor?: number | 'invalid' | undefined;
}

/** Channels by the state of their review, first submitted first: an order in which nothing moves. A cursor of one that never was in that state of it is INVALID_CURSOR. */
export const reviewsPage = (db: Db, { status, limit, cursor }: ReviewsPage): Promise<{ review: OwnershipRecord }[]> => {
  const of = sql`ownership_claims oc where oc.channel_id = ${cursor === 'invalid' ? 0 : cursor} and oc.first_submitted_at is not null
    and ${wasEver(status)}`;
  const after = sql`and (oc.first_submitted_at, oc.channel_id) > (select first_submitted_at, channel_id from ${of}) and ${cursorGuard(of)}`;
  return db.rows(sql`
    select ${record} as review from ${tables}
    where ch.ownership = ${status} and ch.status <> 'REMOVED' and oc.first_submitted_at is not null
      ${status === 'PENDING_REVIEW' ? sql`and oc.decided_at is null` : sql``} ${cursor === undefined ? sql`` : after}
    order by oc.first_submitted_at, oc.channel_id limit ${limit + 1}`);
};

// Whatever was submitted has awaited its review; how each ended its history names.
const wasEver = (status: OwnershipStatus): SQL =>
  status === 'PENDING_REVIEW'
    ? sql`true`
    : sql`(exists (select from channels ch where ch.id = oc.channel_id and ch.ownership = ${status})
        or exists (select from ownership_events e where e.channel_id = oc.channel_id
          and e.kind = any (${array(status === 'VERIFIED' ? ['CODE_FOUND', 'APPROVED'] : ['REJECTED', 'WITHDRAWN'])}::text[])))`;

/** The files that are attached, in order, as json in the shape of UploadRecord: a column of the facts. */
export const evidenceOf = (channelId: number): SQL =>
  sql`(select coalesce(json_agg(${uploadJson} order by oe.position), '[]')
       from ownership_evidence oe join private_uploads u on u.id = oe.upload_id where oe.channel_id = ${channelId})`;

/** The latest events of a channel, oldest first: a column of the facts. */
export const eventsOf = (channelId: number, most: number): SQL =>
  sql`(select coalesce(json_agg(json_build_object('kind', e.kind, 'actorId', e.actor_id, 'reason', e.reason, 'at', iso(e.at)) order by e.id), '[]')
       from (select * from ownership_events where channel_id = ${channelId} order by id desc limit ${most}) e)`;

/** The channels whose code is to be looked for now. Each is claimed by one run, and rests before the next one may. */
export async function claimChecks(db: Db, { at, young, old, ...due }: DueChecks): Promise<OwnershipRecord[]> {
  const rows = await db.rows<{ claim: OwnershipRecord }>(sql`
    with due as (
      select oc.channel_id from ownership_claims oc join channels ch on ch.id = oc.channel_id
      where oc.first_submitted_at is not null and oc.decided_at is null and ch.ownership = 'PENDING_REVIEW' and ch.status = 'ACTIVE'
        and ch.platform = any (${array(due.platforms)}) and oc.code_expires_at > ${at}
        ${due.channelId === undefined ? sql`` : sql`and oc.channel_id = ${due.channelId}`}
        and oc.checks_left > 0 and (oc.claimed_at is null or oc.claimed_at <
          case when oc.submitted_at > ${young.submittedSince} then ${young.claimedBefore}::timestamptz else ${old.claimedBefore} end)
      order by oc.first_submitted_at, oc.channel_id limit ${due.most} for update of oc skip locked),
    claimed as (update ownership_claims oc set claimed_at = ${at} from due where oc.channel_id = due.channel_id returning oc.channel_id)
    select ${record} as claim from ${tables} join claimed on claimed.channel_id = ch.id`);
  return rows.map(({ claim }) => claim);
}

/** What the claim at that time came to; nothing where the channel was submitted anew meanwhile. */
export async function recordCheck(db: Db, channelId: number, claimedAt: Date, outcome: CheckOutcome): Promise<void> {
  const change = {
    ANSWERED: sql`checked_at = claimed_at, checks_left = greatest(checks_left - 1, 0)`,
    UNASKABLE: sql`checks_left = 0`,
  }[outcome];
  await db.rows(
    sql`update ownership_claims set ${change} where channel_id = ${channelId} and claimed_at = ${claimedAt}`,
  );
}
export type CheckOutcome = 'ANSWERED' | 'UNASKABLE';

export interface DueChecks {
  readonly at: Date;
  readonly young: { readonly submittedSince: Date; readonly claimedBefore: Date };
  readonly old: { readonly claimedBefore: Date };
  readonly platforms: readonly Platform[];
  readonly most: number;
  /** Of this channel alone. */
  readonly channelId?: number | undefined;
}
