import type { Platform } from '../../schema/shared/enums.ts';
import { type MacSettings, signToken, subjectOf } from '../platform/mac.ts';
import type { Settings } from '../settings/index.ts';

const validMs = 7 * 24 * 3_600_000;

/** A connection, and the time at which it expired. If it expires again, the new email has another link. */
export interface ExpiredConnection {
  readonly accountId: number;
  readonly endedAt: Date;
}

/**
 * The link of the email about an expired connection, on which its owner starts a new one. It is valid for seven days and works once. Only the
 * email has it: the database stores neither the link nor its token.
 */
export async function reconnectLink(
  platform: Platform,
  { accountId, endedAt }: ExpiredConnection,
  settings: MacSettings<'reconnect-account'> & Pick<Settings, 'BASE_URL'>,
): Promise<string> {
  const expiresAt = new Date(endedAt.getTime() + validMs);
  const token = await signToken('reconnect-account', `${accountId}-${endedAt.getTime()}`, expiresAt, settings);
  return `${settings.BASE_URL}/oauth/${platform.toLowerCase()}/start?token=${token}`;
}

/** The connection of a token; null when it is forged or older than seven days. */
export async function connectionOf(
  token: string,
  settings: MacSettings<'reconnect-account'>,
  now: Date,
): Promise<ExpiredConnection | null> {
  const subject = await subjectOf('reconnect-account', token, settings, now);
  const [, accountId, endedAt] = /^(\d+)-(\d+)$/.exec(subject ?? '') ?? [];
  if (accountId === undefined || endedAt === undefined) return null;
  return { accountId: Number(accountId), endedAt: new Date(Number(endedAt)) };
}
