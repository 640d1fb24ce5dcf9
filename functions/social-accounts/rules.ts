import type { Release } from '../../db/leases.ts';
import type { AccountRecord, GrantRecord } from '../../db/social-accounts/accounts.ts';
import type { ClaimRecord } from '../../db/social-accounts/claims.ts';
import type { AccountStatus } from '../../schema/creators/creators.ts';
import type { AccountEventKind, Platform } from '../../schema/shared/enums.ts';
import { alreadyThere, invalidState, limitReached, Refusal, unusableAccount } from '../../schema/shared/errors.ts';
import { maxAccounts } from '../../schema/social-accounts/account-limits.ts';
import type { VerificationView } from '../../schema/social-accounts/verification.ts';
import type { VerificationMethod } from '../../schema/social-accounts/verification-methods.ts';

/**
 * The transitions of a social account: one that is not listed does not exist. A blocked account can be neither sold nor deleted, because its
 * owner could then prove it again unblocked. SUSPENDED is never stored: it is an ACTIVE account whose owner is suspended.
 */
export const life: Readonly<Record<AccountStatus, Readonly<Partial<Record<AccountMove, AccountStatus>>>>> = {
  // prove: the profile shows the code, or its owner signs in at the platform.
  PENDING: { prove: 'ACTIVE', delete: 'DELETED' },
  ACTIVE: { block: 'BLOCKED', sell: 'SOLD', delete: 'DELETED' },
  // Blocks again with another reason.
  BLOCKED: { block: 'BLOCKED', unblock: 'ACTIVE' },
  SUSPENDED: {},
  SOLD: { delete: 'DELETED' },
  DELETED: {},
};
export type AccountMove = 'prove' | 'sell' | 'delete' | 'block' | 'unblock';

/** What its owner may do, by the last segments of the paths. */
const actions = { sell: 'sold', delete: 'delete' } as const;

/** The status after a move of the owner or of staff. Throws INVALID_STATE with the owner's or the staff's actions. */
export function afterMove(
  move: Exclude<AccountMove, 'prove'>,
  { status }: Pick<AccountRecord, 'status'>,
): AccountStatus {
  const to = life[status][move];
  if (to !== undefined) return to;
  const allowed =
    move === 'block' || move === 'unblock'
      ? (['block', 'unblock'] as const).filter((other) => life[status][other] !== undefined)
      : Object.entries(actions).flatMap(([other, name]) => (isMove(other) && life[status][other] ? [name] : []));
  throw invalidState(status, allowed);
}

/** The event of a block or of its end; null for another reason of the same block. */
export const blockEvent = (from: AccountStatus, to: AccountStatus): AccountEventKind | null =>
  from === to ? null : to === 'BLOCKED' ? 'social_account.blocked' : 'social_account.activated';

const isMove = (text: string): text is keyof typeof actions => Object.hasOwn(actions, text);

/** The account was given up: it is free for another proof. */
export const isEnd = (status: AccountStatus): boolean => status === 'SOLD' || status === 'DELETED';

/** The status as it is shown. */
export const shownStatus = ({ status, isOwnerSuspended }: Pick<AccountRecord, 'status' | 'isOwnerSuspended'>) =>
  status === 'ACTIVE' && isOwnerSuspended ? 'SUSPENDED' : status;

/** Refuses a duplicate account and one above the limit. */
export function refuseUnlessNew(existingId: number | null, accounts: number): void {
  if (existingId !== null) throw alreadyThere('You have already added this account.', existingId, 'ACCOUNT_EXISTS');
  if (accounts >= maxAccounts)
    throw limitReached(`A user has at most ${maxAccounts} accounts. Delete one first.`, ['delete']);
}

/** Refuses an account that is not ACTIVE and verified. */
export function refuseUnusable({ isUsable }: Pick<AccountRecord, 'isUsable'>): void {
  if (!isUsable) throw unusableAccount();
}

/** What is known about the proof of an account. */
export interface Proof {
  readonly account: Pick<AccountRecord, 'platform' | 'status' | 'isVerified'>;
  readonly claim: ClaimRecord | null;
  readonly isProvenElsewhere: boolean;
  /** BIO_CODE only where this deployment can read profiles without a grant. */
  readonly method: VerificationMethod;
}

export function verificationStatus(
  { account, claim, isProvenElsewhere, method }: Proof,
  now: Date,
): VerificationView['status'] {
  if (account.isVerified) return 'VERIFIED';
  if (isProvenElsewhere) return 'REFUSED';
  if (claim === null || account.status !== 'PENDING' || method === 'OAUTH') return 'NONE';
  // A code whose checks are used up stays ACTIVE, so that its owner sees what was checked.
  return new Date(claim.codeExpiresAt) > now ? 'ACTIVE' : 'EXPIRED';
}

/** Refuses a new code for an account that a code cannot prove. */
export function refuseNewCode(proof: Proof, now: Date): void {
  const status = verificationStatus(proof, now);
  if (status === 'REFUSED') throw provenByAnother();
  if (proof.account.status !== 'PENDING') throw invalidState(shownAs(proof), []);
  if (proof.method === 'OAUTH')
    throw new Refusal('INVALID_STATE', 'This account has no code. Connect it by a sign-in at the platform instead.', {
      status: 'PENDING',
      allowedActions: ['connections', 'delete'],
    });
}

/** The claim to check. Refuses a check without a valid code. */
export function checkable(proof: Proof, now: Date): ClaimRecord {
  const status = verificationStatus(proof, now);
  if (status === 'REFUSED') throw provenByAnother();
  if (proof.account.status !== 'PENDING') throw invalidState(shownAs(proof), []);
  if (status === 'ACTIVE' && proof.claim !== null && proof.claim.checksLeft > 0) return proof.claim;
  throw new Refusal('INVALID_STATE', uncheckable(proof, status), {
    status,
    allowedActions: proof.method === 'OAUTH' ? ['connections'] : ['verification'],
  });
}

function uncheckable({ method }: Proof, status: VerificationView['status']): string {
  if (method === 'OAUTH') return 'This account has no code.';
  return status === 'ACTIVE'
    ? 'All checks of this code are used up. Get a new code first.'
    : 'The code has expired. Get a new one first.';
}

const shownAs = ({ account }: Proof): string => account.status;

const provenByAnother = () =>
  new Refusal('INVALID_STATE', 'Another user has verified this account. If it is yours, contact our staff.', {
    status: 'REFUSED',
    allowedActions: ['delete'],
  });

/** How long work waits that a limit of ours refuses. If it were due at once, each run of the cron trigger would take it again. */
export const overBudgetSeconds = 5 * 60;

const firstRetryMs = 5 * 60_000;

/** The backoff after consecutive failures: it doubles each time, up to the usual interval. */
export const retryAfterMs = (failures: number, intervalMs: number): number =>
  Math.min(intervalMs, firstRetryMs * 2 ** Math.min(failures - 1, 20));

/** When a row that failed once more is due again. `intervalMs` is its usual interval. */
export const backedOff = (
  { id, failures }: { readonly id: number; readonly failures: number },
  at: Date,
  intervalMs: number,
): Release => ({
  id,
  dueAt: new Date(at.getTime() + retryAfterMs(failures + 1, intervalMs)),
  failures: failures + 1,
});

/** Whether the person has not allowed everything that a connection needs. */
export const missingScopes = (required: readonly string[], granted: readonly string[]): boolean =>
  required.some((scope) => !granted.includes(scope));

interface GrantFacts {
  readonly freshId: number;
  readonly accounts: number;
  readonly isOwnerAllowed: boolean;
  readonly own: Pick<AccountRecord, 'id' | 'status'> | null;
  readonly isProvenElsewhere: boolean;
}

/** Why a sign-in connects no account. */
export type NoPlace = 'NOT_ALLOWED' | 'OTHER_ACCOUNT' | 'PROVEN_BY_ANOTHER' | 'BLOCKED' | 'LIMIT';

/**
 * The account that a sign-in connects: the owner's, or a new one; or why it connects none. The link of an email connects its own account alone:
 * whoever gets the link could otherwise give its owner another one.
 */
export function placeOfGrant(
  { freshId, accounts, isOwnerAllowed, own, isProvenElsewhere }: GrantFacts,
  linkedId: number | null,
): { readonly accountId: number } | NoPlace {
  if (!isOwnerAllowed) return 'NOT_ALLOWED';
  if (linkedId !== null && own?.id !== linkedId) return 'OTHER_ACCOUNT';
  if (isProvenElsewhere) return 'PROVEN_BY_ANOTHER';
  if (own === null) return accounts >= maxAccounts ? 'LIMIT' : { accountId: freshId };
  return own.status === 'BLOCKED' ? 'BLOCKED' : { accountId: own.id };
}

/**
 * The choice about sharing that a sign-in stores: the one that its page showed when it began, unless the owner has chosen since. Then the grant
 * keeps the newer choice, a consent or a withdrawal.
 */
export function choiceOfSignIn(
  { sharingVersion, begunAt }: { readonly sharingVersion: string | null; readonly begunAt: Date },
  grant: Pick<GrantRecord, 'sharingVersion' | 'sharedAt' | 'sharingChosenAt'> | null,
  now: Date,
) {
  const chosenAt = grant?.sharingChosenAt ?? grant?.sharedAt ?? null;
  if (grant === null || chosenAt === null || new Date(chosenAt) <= begunAt)
    return {
      isNew: true,
      ...{ sharingVersion, sharedAt: sharingVersion === null ? null : now, sharingChosenAt: begunAt },
    };
  return {
    isNew: false,
    sharingVersion: grant.sharingVersion,
    sharedAt: grant.sharedAt === null ? null : new Date(grant.sharedAt),
    sharingChosenAt: new Date(chosenAt),
  };
}

/** Whether a sign-in makes an account usable that was not proven, or had no working connection. */
export const isActivatedBySignIn = (own: Pick<AccountRecord, 'status' | 'grant'> | null): boolean =>
  own?.status !== 'ACTIVE' || own.grant?.status !== 'ACTIVE';

const hourMs = 3_600_000;

/**
 * The time between two renewals of a grant. A refresh proves that the grant is still active, so it is the daily validation too. Twitch wants a
 * validation every hour (dev.twitch.tv/docs/authentication/validate-tokens). Instagram prolongs only a token that is 24 hours old (reference
 * of refresh_access_token), so its time is a little longer than a day.
 */
export const renewalIntervalMs = (platform: Platform): number => {
  if (platform === 'TWITCH') return hourMs;
  return platform === 'INSTAGRAM' ? 25 * hourMs : 24 * hourMs;
};

/** When a grant is renewed next. */
export const nextRenewal = (platform: Platform, now: Date): Date =>
  new Date(now.getTime() + renewalIntervalMs(platform));

/** The account, without its title and number of followers if they were read before this time. The platform limits how long they are shown. */
export const withoutOldProfile = (account: AccountRecord, shownSince: Date): AccountRecord =>
  account.profileAt !== null && new Date(account.profileAt) < shownSince
    ? { ...account, title: null, followers: null }
    : account;

/** The account without what was read under its grant, which has ended. */
export const withoutGrant = (account: AccountRecord): AccountRecord => ({
  ...account,
  title: null,
  followers: null,
  avatarUrl: null,
  hasAudience: account.hasOtherAudience,
});

/** The grant of an account, in one of these statuses. */
export function refuseWithoutGrant(
  { grant }: Pick<AccountRecord, 'grant'>,
  statuses: readonly GrantRecord['status'][],
): GrantRecord {
  if (grant !== null && statuses.includes(grant.status)) return grant;
  throw new Refusal('INVALID_STATE', 'The account has no connection that allows this request. Connect it first.', {
    status: grant?.status ?? 'NONE',
    allowedActions: ['connections'],
  });
}
