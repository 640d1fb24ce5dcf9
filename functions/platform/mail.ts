import type { Settings } from '../env.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

const timeoutMs = 5_000;

/**
 * Sends a mail in the shape of Resend's API (POST {MAIL_URL}/emails). It never fails its caller: what went wrong is
 * logged, without the address and the text, which can hold a secret.
 */
export async function sendMail(settings: Settings, { to, subject, text }: Mail): Promise<void> {
  if (!settings.MAIL_URL) {
    console.warn(JSON.stringify({ level: 'warn', event: 'mail.not-configured', subject }));
    return;
  }
  try {
    const answer = await fetch(`${settings.MAIL_URL.replace(/\/$/, '')}/emails`, {
      method: 'POST',
      headers: { authorization: `Bearer ${settings.MAIL_TOKEN ?? ''}`, 'content-type': 'application/json' },
      body: JSON.stringify({ from: settings.MAIL_FROM, to: [to], subject, text }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    await answer.body?.cancel();
    if (!answer.ok) logUnsent(subject, `HTTP ${answer.status}`);
  } catch (error) {
    logUnsent(subject, String(error));
  }
}

function logUnsent(subject: string, cause: string): void {
  console.error(JSON.stringify({ level: 'error', event: 'mail.not-sent', subject, cause }));
}
