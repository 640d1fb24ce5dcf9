import type { Outcome } from '../../schema/notifications/messages.ts';
import { log } from '../log.ts';
import type { Settings } from '../settings/index.ts';
import { retryAfterOf } from './retry-after.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

const timeoutMs = 5_000;

/** Sends an email and never throws. It logs failures without the address and the text, which can contain a secret. */
type MailSettings = Pick<Settings, 'MAIL_URL' | 'MAIL_TOKEN' | 'MAIL_FROM'>;

export async function sendMail(settings: MailSettings, mail: Mail): Promise<void> {
  const { subject } = mail;
  if (!settings.MAIL_URL) {
    log('warn', 'mail.not-configured', { subject });
    return;
  }
  const outcome = await deliverMail(settings, mail);
  if (outcome.isDelivered) return;
  log('error', 'mail.not-sent', { subject, cause: outcome.error });
}

/** Sends an email through Resend's API (POST {MAIL_URL}/emails) and returns the outcome. Resend deduplicates by key for 24 hours. */
export async function deliverMail(
  { MAIL_URL, MAIL_TOKEN, MAIL_FROM }: MailSettings,
  { to, subject, text }: Mail,
  key?: string,
): Promise<Outcome> {
  if (!MAIL_URL) return { isDelivered: false, status: null, error: 'no mail provider is set', isFinal: true };
  try {
    const answer = await fetch(`${MAIL_URL.replace(/\/$/, '')}/emails`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${MAIL_TOKEN ?? ''}`,
        'content-type': 'application/json',
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      body: JSON.stringify({ from: MAIL_FROM, to: [to], subject, text }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    await answer.body?.cancel();
    const { status } = answer;
    if (answer.ok) return { isDelivered: true, status };
    const notBefore = retryAfterOf(answer, new Date());
    const error = `HTTP ${status}`;
    return { isDelivered: false, status, error, isFinal: isFinal(status), ...(notBefore && { notBefore }) };
  } catch (error) {
    return { isDelivered: false, status: null, error: String(error) };
  }
}

/** The provider rejects this email permanently, unlike statuses that pass. */
const isFinal = (status: number): boolean => status >= 400 && status < 500 && !passing.has(status);
const passing: ReadonlySet<number> = new Set([408, 409, 429]);
