import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, vi } from 'vitest';
import { pollTimeout } from '../stack/poll-timeout.ts';

export interface SentMail {
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
}

/** The emails that a stack has sent to the address so far, unordered. */
export const mailsTo = (mailDir: string, address: string, subject = /./): SentMail[] =>
  readdirSync(mailDir)
    .map((file): SentMail => JSON.parse(readFileSync(path.join(mailDir, file), 'utf8')))
    .filter((mail) => mail.to.includes(address) && subject.test(mail.subject));

/** The same, after this number of emails: they are sent after the answer. */
export const untilMailed = (mailDir: string, address: string, subject = /./, count = 1): Promise<SentMail[]> =>
  vi.waitFor(() => {
    const mails = mailsTo(mailDir, address, subject);
    expect(mails.length, address).toBe(count);
    return mails;
  }, pollTimeout);

/** The path of the first link in an email. */
export function linkIn(mail: SentMail | undefined): string {
  const { pathname, search } = new URL(/https?:\S+/.exec(mail?.text ?? '')?.[0] ?? '');
  return pathname + search;
}

/** The token of the first link in an email. */
export const tokenIn = (mail: SentMail | undefined): string =>
  new URL(linkIn(mail), 'http://own.invalid').searchParams.get('token') ?? '';

/** What the token of a link that proves an address says. */
export function contentOfLink(link: string): unknown[] {
  const token = new URL(link, 'http://own.invalid').searchParams.get('token') ?? '';
  return JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString());
}

/** Orders such links by their time: each is valid for an hour, and the clock moves between two of one test. */
export const issuedAt = (link: string): number => Number(contentOfLink(link)[1]);
