import { type LinkOwner, readLinkOwner } from '../../../db/identity/address-links.ts';
import type { AuthCtx } from '../../context.ts';
import { isMacOf, type MacSettings, macOf } from '../../platform/mac.ts';

/** What a link that proves an address says: the address of a sign-up, or a new one for a user. */
export interface AddressLink {
  readonly userId: number;
  readonly email: string;
  readonly newEmail: string | null;
  /** When the user asked for the new address, in milliseconds since 1970; null for a sign-up. */
  readonly requestedAtMs: number | null;
  readonly expiresAt: Date;
}

/** OPEN: it can be used. DONE: it was used. EXPIRED: its time is over. ENDED: it is no link of this service any more. */
type LinkState = 'OPEN' | 'DONE' | 'EXPIRED' | 'ENDED';

export interface FoundLink {
  readonly state: LinkState;
  /** Null when the text cannot be read. Unproven unless the state says that the link is genuine. */
  readonly link: AddressLink | null;
  readonly owner: LinkOwner | null;
}

export const linkSeconds = 3_600;
/** The links of one request for a new address are renewed for so long. */
const renewableMs = 25 * 3_600_000;
const maxLength = 2_000;

/**
 * The token of a link. Its signature covers the hash of the password, so that it ends with the password: a second sign-up with an address that
 * nobody has proven replaces the password, and the link of the first one has no effect.
 */
export async function signLink(
  { userId, email, newEmail, requestedAtMs, expiresAt }: AddressLink,
  hash: string,
  settings: MacSettings<'prove-address'>,
): Promise<string> {
  const content = [
    userId,
    Math.floor(expiresAt.getTime() / 1_000),
    email,
    ...(newEmail === null ? [] : [newEmail, requestedAtMs]),
  ];
  const payload = Buffer.from(JSON.stringify(content)).toString('base64url');
  return `${payload}.${Buffer.from(await macOf('prove-address', `${payload}.${hash}`, settings)).toString('base64url')}`;
}

export async function findLink(ctx: AuthCtx, token: string): Promise<FoundLink> {
  const link = readLink(token);
  const owner = link === null ? null : await readLinkOwner(ctx.db, link.userId);
  const isGenuine = link !== null && owner !== null && (await isSigned(token, owner.hash, ctx.settings));
  return { state: isGenuine ? stateOf(link, owner, ctx.now()) : 'ENDED', link, owner: isGenuine ? owner : null };
}

/** Whether the link of a request for a new address can be sent again. */
export const isRenewable = ({ requestedAtMs }: Pick<AddressLink, 'requestedAtMs'>, now: Date): boolean =>
  now.getTime() - (requestedAtMs ?? 0) < renewableMs;

/** A link for a new address is of the last request alone, so that neither a former owner of a mailbox nor a mistyped address gets the account. */
function stateOf({ email, newEmail, requestedAtMs, expiresAt }: AddressLink, owner: LinkOwner, now: Date): LinkState {
  if (newEmail === null ? owner.isVerified && owner.email === email : owner.email === newEmail) return 'DONE';
  if (owner.email !== email || (newEmail !== null && owner.requestedAtMs !== requestedAtMs)) return 'ENDED';
  if (expiresAt > now) return 'OPEN';
  return newEmail === null || isRenewable({ requestedAtMs }, now) ? 'EXPIRED' : 'ENDED';
}

async function isSigned(token: string, hash: string, settings: MacSettings<'prove-address'>): Promise<boolean> {
  const [payload = '', signature = ''] = token.split('.');
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== 32 || token !== `${payload}.${given.toString('base64url')}`) return false;
  return isMacOf('prove-address', `${payload}.${hash}`, given, settings);
}

/** The content of a token that may be cut off, and is not proven. */
function readLink(token: unknown): AddressLink | null {
  if (typeof token !== 'string' || token.length > maxLength) return null;
  const content = parsed(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString());
  if (!Array.isArray(content)) return null;
  const [userId, expires, email, newEmail = null, requestedAtMs = null]: unknown[] = content;
  const isFit =
    Number.isSafeInteger(userId) && Number.isSafeInteger(expires) && typeof email === 'string' && email.length <= 254;
  if (!isFit || (newEmail !== null && (typeof newEmail !== 'string' || newEmail.length > 254))) return null;
  if (newEmail !== null && !Number.isSafeInteger(requestedAtMs)) return null;
  return {
    ...{ userId: Number(userId), email, newEmail },
    requestedAtMs: newEmail === null ? null : Number(requestedAtMs),
    expiresAt: new Date(Number(expires) * 1_000),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
