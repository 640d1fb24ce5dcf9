import { pagePath } from '../../../schema/shared/own-path.ts';
import type { AuthCtx } from '../../context.ts';
import { sendMail } from '../../platform/mail.ts';
import { type AddressLink, linkSeconds, signLink } from './address-link.ts';
import { linkedPaths, newAddressMail, verificationMail } from './mails.ts';

/** Sends the link that proves an address. It leads to a page, and the page leads on to the target of the request. */
export async function sendLink(
  { settings, now }: AuthCtx,
  link: Omit<AddressLink, 'expiresAt'>,
  hash: string,
  callbackURL: string | null,
): Promise<void> {
  const expiresAt = new Date(now().getTime() + linkSeconds * 1_000);
  const token = await signLink({ ...link, expiresAt }, hash, settings);
  const returnTo = pagePath(callbackURL, new URL(settings.BASE_URL).origin);
  const query = new URLSearchParams({ token, ...(returnTo !== null && returnTo !== '/' && { returnTo }) });
  const url = `${settings.BASE_URL}${linkedPaths.verify}?${query}`;
  await sendMail(
    settings,
    link.newEmail === null ? verificationMail(link.email, url) : newAddressMail(link.newEmail, url),
  );
}
