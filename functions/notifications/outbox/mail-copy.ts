import type { NotifiedEvent } from '../../../db/notifications/outbox.ts';
import type { Party, ServiceType } from '../../../schema/shared/enums.ts';
import { decimalOf, usdOfCents, usdt } from '../../../schema/shared/money.ts';
import type { Settings } from '../../settings/index.ts';

/** Subject and paragraphs of one email. */
export interface MailCopy {
  readonly subject: string;
  readonly paragraphs: readonly string[];
}

export type Addresses = Pick<Settings, 'BASE_URL'>;
export type TemplateSettings = Pick<Settings, 'BASE_URL' | 'LATE_CANCEL_HOURS'>;

/** The emails of an event by party. A party without an entry gets no email. */
export type MailTemplate = (event: NotifiedEvent, settings: TemplateSettings) => Partial<Record<Party, MailCopy>>;

/** The last line of every email whose topic can be switched off. */
export const choicesLine = ({ BASE_URL }: Addresses): string =>
  `Choose which emails you get: ${BASE_URL}/cabinet/settings/notifications`;

/** Copy that several emails share, with the addresses of its pages. */
export function copyFor(event: NotifiedEvent, { BASE_URL }: Addresses) {
  return {
    name: `assignment ${event.assignmentId}`,
    work: workOf(event),
    wallet: `${BASE_URL}/cabinet/wallet`,
    foot: `Assignment ${event.assignmentId} of order ${event.orderId}:\n${BASE_URL}/cabinet/work/${event.assignmentId}`,
  };
}

const names: Readonly<Record<ServiceType, readonly [one: string, many: string]>> = {
  STREAM: ['stream', 'streams'],
  VIDEO: ['video', 'videos'],
  SHORT_VIDEO: ['short video', 'short videos'],
  POST: ['post', 'posts'],
  STORY: ['story', 'stories'],
  UGC: ['file', 'files'],
};

const workOf = ({ type, quantity }: Pick<NotifiedEvent, 'type' | 'quantity'>): string =>
  `${quantity} ${names[type][quantity === 1 ? 0 : 1]}`;

/** "Tue, 24 Nov 2026 17:05 UTC". Seconds are cut off, so a deadline is never shown too late. */
export const instantOf = (at: string | Date): string => new Date(at).toUTCString().replace(/:\d\d GMT$/, ' UTC');

/** 1050000 minor units are "1.05 USDT": exact, with at least two decimals. */
export const usdtOf = (minor: bigint): string => `${decimalOf(usdt(minor))} USDT`;

/** 600 cents are "6.00 USD". */
export const usdOf = (cents: string): string => `${decimalOf(usdOfCents(cents))} USD`;

/** 6250 basis points are "62.5 %". */
export const percentOf = (bps: number): string => `${bps / 100} %`;

export const sideOf: Readonly<Record<Party, string>> = { ADVERTISER: 'advertiser', CREATOR: 'creator' };

export const otherThan = (party: Party): Party => (party === 'CREATOR' ? 'ADVERTISER' : 'CREATOR');

/** Line breaks of a party must not look like paragraphs of the service. */
export const lineBreaks = /[\p{Cc}\p{Zl}\p{Zp}]+/u;

/** A name in one line. */
export const oneLine = (name: string): string =>
  name
    .split(lineBreaks)
    .map((line) => line.trim())
    .join(' ');
