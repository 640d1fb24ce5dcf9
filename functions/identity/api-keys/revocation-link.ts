import { type MacSettings, signToken, subjectOf } from '../../platform/mac.ts';
import type { Settings } from '../../settings/index.ts';

const validMs = 7 * 24 * 3_600_000;

/** The page below BASE_URL on which the holder of the link deletes all keys of the owner. */
export const revocationPath = '/api-keys/revoke';

/** The link in an email to the owner. It is valid for seven days and needs no session. */
export async function revocationLink(
  ownerId: number,
  settings: MacSettings<'revoke-keys'> & Pick<Settings, 'BASE_URL'>,
  now: Date,
): Promise<string> {
  const token = await signToken('revoke-keys', String(ownerId), new Date(now.getTime() + validMs), settings);
  return `${settings.BASE_URL}${revocationPath}/${token}`;
}

/** The owner in a token; null when it is forged or expired. */
export async function ownerOf(token: string, settings: MacSettings<'revoke-keys'>, now: Date): Promise<number | null> {
  const subject = await subjectOf('revoke-keys', token, settings, now);
  return subject === null ? null : Number(subject);
}
