import { type MacSettings, signToken, subjectOf } from '../../platform/mac.ts';
import type { Settings } from '../../settings/index.ts';

type Signing = MacSettings<'creator-preview'> & Pick<Settings, 'BASE_URL' | 'PREVIEW_TTL_SECONDS'>;

/** The address of a private preview. It grants access until it expires, and cannot be forged. */
export async function signPreview(publicId: string, settings: Signing, now: Date): Promise<string> {
  const expiresAt = new Date(now.getTime() + settings.PREVIEW_TTL_SECONDS * 1000);
  return `${settings.BASE_URL}/creators/preview/${await signToken('creator-preview', publicId, expiresAt, settings)}`;
}

/** The publicId that a preview token grants; null when it is forged or expired. */
export const publicIdOfToken = (
  token: string,
  settings: MacSettings<'creator-preview'>,
  now: Date,
): Promise<string | null> => subjectOf('creator-preview', token, settings, now);
