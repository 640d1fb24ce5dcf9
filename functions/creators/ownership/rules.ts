import type { OwnershipRecord } from '../../../db/creators/ownership.ts';
import type { UploadRecord } from '../../../db/uploads/records.ts';
import type { OwnershipStatus } from '../../../schema/creators/creators.ts';
import { ownershipActions } from '../../../schema/creators/ownership-terms.ts';
import { invalidState, notFound, Refusal, refuseOwn } from '../../../schema/shared/errors.ts';

/** The transitions of ownership: one that is not listed does not exist. */
export const life: Readonly<Record<OwnershipStatus, Readonly<Partial<Record<OwnershipAction, OwnershipStatus>>>>> = {
  NONE: { challenge: 'CHALLENGED' },
  CHALLENGED: { challenge: 'CHALLENGED', upload: 'CHALLENGED', evidence: 'CHALLENGED', submit: 'PENDING_REVIEW' },
  // find: the bio on the platform shows the code.
  PENDING_REVIEW: { approve: 'VERIFIED', reject: 'REJECTED', find: 'VERIFIED' },
  VERIFIED: { withdraw: 'REJECTED' },
  REJECTED: { challenge: 'CHALLENGED' },
};
type CreatorAction = (typeof ownershipActions)[number];
type StaffAction = 'approve' | 'reject' | 'withdraw';
export type OwnershipAction = CreatorAction | StaffAction | 'find';

const actionsOf: Readonly<Record<'creator' | 'staff', readonly OwnershipAction[]>> = {
  creator: ownershipActions,
  staff: ['approve', 'reject', 'withdraw'],
};

type State = Pick<OwnershipRecord, 'status' | 'ownership'>;

/** Throws INVALID_STATE with the allowed actions of that side. A blocked channel allows none. */
export function refuseUnless(action: CreatorAction | StaffAction, channel: State): void {
  if (channel.status !== 'ACTIVE') throw invalidState(channel.status, []);
  if (life[channel.ownership][action] !== undefined) return;
  const side = actionsOf.staff.includes(action) ? 'staff' : 'creator';
  throw invalidState(
    channel.ownership,
    actionsOf[side].filter((other) => life[channel.ownership][other] !== undefined),
  );
}

/** What the creator may do. A submission needs a valid code or evidence. */
export const allowedActions = (channel: OwnershipRecord, now: Date): CreatorAction[] =>
  channel.status !== 'ACTIVE'
    ? []
    : ownershipActions.filter(
        (action) =>
          life[channel.ownership][action] !== undefined && (action !== 'submit' || hasSomethingToSubmit(channel, now)),
      );

/** Refuses a second proof of a channel until staff withdraws the first one. */
export const provenByAnother = (channelId: number): Refusal =>
  new Refusal(
    'INVALID_STATE',
    `Another creator has verified this channel, as channel ${channelId}. Withdraw that verification first, or reject this proof.`,
    { status: 'PROVEN_BY_ANOTHER', allowedActions: ['reject'] },
  );

/** Refuses a submission without a valid code or evidence. */
export function refuseEmptyHanded(channel: OwnershipRecord, now: Date): void {
  refuseUnless('submit', channel);
  if (!hasSomethingToSubmit(channel, now)) throw invalidState(channel.ownership, ['challenge', 'upload', 'evidence']);
}

const hasSomethingToSubmit = ({ codeExpiresAt, hasEvidence }: OwnershipRecord, now: Date): boolean =>
  hasEvidence || (codeExpiresAt !== null && new Date(codeExpiresAt) > now);

/** Refuses files that do not belong to the channel or are not verified. */
export function refuseUnverified(uploadIds: readonly string[], uploads: readonly UploadRecord[]): void {
  const known = new Map(uploads.map((upload) => [upload.id, upload]));
  if (uploadIds.some((id) => !known.has(id))) throw notFound();
  if (uploads.some(({ status }) => status !== 'VERIFIED'))
    throw new Refusal('INVALID_PROOF', 'Only VERIFIED files count as evidence. Complete the upload first.');
}

/** Refuses staff who review their own channel, or decide on an outdated state. */
export function refuseReviewer(
  channel: Pick<OwnershipRecord, 'creatorId' | 'version'>,
  reviewerId: number,
  expectedVersion: number | undefined,
): void {
  refuseOwn(reviewerId, [channel.creatorId], 'decide about their own channels');
  if (expectedVersion !== undefined && expectedVersion !== channel.version) throw new Refusal('VERSION_CONFLICT');
}

/**
 * The reference for requests to the platform: the channel's id or handle. Null when its address has neither, like old YouTube addresses,
 * whose name may be the handle of another channel.
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
