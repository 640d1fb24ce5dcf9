import type { OwnershipRecord } from '../../../db/creators/ownership.ts';
import type { UploadRecord } from '../../../db/uploads/records.ts';
import type { OwnershipStatus } from '../../../schema/creators/creators.ts';
import { invalidState, notFound, Refusal } from '../../../schema/shared/errors.ts';

/** Where each action leads from each state: a move that is not written here does not exist. */
export const life: Readonly<Record<OwnershipStatus, Readonly<Partial<Record<OwnershipAction, OwnershipStatus>>>>> = {
  NONE: { challenge: 'CHALLENGED' },
  CHALLENGED: { challenge: 'CHALLENGED', upload: 'CHALLENGED', evidence: 'CHALLENGED', submit: 'PENDING_REVIEW' },
  // find: the platform shows the code in the bio.
  PENDING_REVIEW: { approve: 'VERIFIED', reject: 'REJECTED', find: 'VERIFIED' },
  VERIFIED: { withdraw: 'REJECTED' },
  REJECTED: { challenge: 'CHALLENGED' },
};
type CreatorAction = 'challenge' | 'upload' | 'evidence' | 'submit';
type StaffAction = 'approve' | 'reject' | 'withdraw';
export type OwnershipAction = CreatorAction | StaffAction | 'find';

const actionsOf: Readonly<Record<'creator' | 'staff', readonly OwnershipAction[]>> = {
  creator: ['challenge', 'upload', 'evidence', 'submit'],
  staff: ['approve', 'reject', 'withdraw'],
};

type State = Pick<OwnershipRecord, 'status' | 'ownership'>;

/** INVALID_STATE names what its side may do instead; a blocked channel takes nothing. */
export function refuseUnless(action: CreatorAction | StaffAction, channel: State): void {
  if (channel.status !== 'ACTIVE') throw invalidState(channel.status, []);
  if (life[channel.ownership][action] !== undefined) return;
  const side = actionsOf.staff.includes(action) ? 'staff' : 'creator';
  throw invalidState(
    channel.ownership,
    actionsOf[side].filter((other) => life[channel.ownership][other] !== undefined),
  );
}

/** A second proof of a channel is refused until staff withdraws the first. */
export const provenByAnother = (channelId: number): Refusal =>
  new Refusal(
    'INVALID_STATE',
    `Another creator has proven this channel, as channel ${channelId}. Withdraw that proof first, or reject this one.`,
    { status: 'PROVEN_BY_ANOTHER', allowedActions: ['reject'] },
  );

/** There is something to decide by: a code that is still good, or evidence. */
export function refuseEmptyHanded(channel: OwnershipRecord, now: Date): void {
  refuseUnless('submit', channel);
  const isGood = channel.codeExpiresAt !== null && new Date(channel.codeExpiresAt) > now;
  if (!isGood && !channel.hasEvidence) throw invalidState(channel.ownership, ['challenge', 'upload', 'evidence']);
}

/** Every file that is named is one of these, and verified. */
export function refuseUnverified(uploadIds: readonly string[], uploads: readonly UploadRecord[]): void {
  const known = new Map(uploads.map((upload) => [upload.id, upload]));
  if (uploadIds.some((id) => !known.has(id))) throw notFound();
  if (uploads.some(({ status }) => status !== 'VERIFIED'))
    throw new Refusal('INVALID_PROOF', 'A file counts as evidence once it is VERIFIED.');
}

/** Nobody decides about an own channel, nor about another state of it than the one that was read. */
export function refuseReviewer(
  channel: Pick<OwnershipRecord, 'creatorId' | 'version'>,
  reviewerId: number,
  expectedVersion: number | undefined,
): void {
  if (channel.creatorId === reviewerId) throw new Refusal('ROLE_NOT_ALLOWED', 'Nobody decides about an own channel.');
  if (expectedVersion !== undefined && expectedVersion !== channel.version) throw new Refusal('VERSION_CONFLICT');
}

/**
 * How the platform is asked for the channel: by its id, or by its handle. Null where its address names neither, as the old
 * ones of YouTube: a handle of the same letters can be somebody else's.
 */
export function accountOf({
  platform,
  canonicalUrl,
  handle,
  externalId,
}: Pick<OwnershipRecord, 'platform' | 'canonicalUrl' | 'handle' | 'externalId'>): AccountRef | null {
  if (externalId !== null) return { externalId };
  if (platform !== 'YOUTUBE') return { handle };
  const [, byId, byHandle] =
    /^https:\/\/www\.youtube\.com\/(?:channel\/(UC[\w-]{22})|@([^/]+))$/.exec(canonicalUrl) ?? [];
  if (byId !== undefined) return { externalId: byId };
  return byHandle === undefined ? null : { handle: byHandle };
}

type AccountRef = { readonly externalId: string } | { readonly handle: string };

/** Bios change case and break lines as they like. */
export const isCodeIn = (bio: string, code: string): boolean => bio.toLowerCase().includes(code);

// Without those that are taken for one another: 0 and o, 1, i and l, u and v.
const alphabet = 'abcdefghjkmnpqrstvwxyz23456789';
const codeLength = 12;

/** What is put into a bio: 'castline-' and twelve of thirty characters, 58 bits, out of random bytes; null when they do not suffice. */
export function codeFrom(randomBytes: Uint8Array): string | null {
  // 256 is no multiple of 30: the rest would favour the first characters.
  const fair = [...randomBytes].filter((byte) => byte < 240).slice(0, codeLength);
  return fair.length < codeLength ? null : `castline-${fair.map((byte) => alphabet[byte % alphabet.length]).join('')}`;
}
