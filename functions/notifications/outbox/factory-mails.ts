import type { NotifiedFactoryEvent } from '../../../db/notifications/factory-events.ts';
import { type Addresses, type MailCopy, oneLine } from './mail-copy.ts';
import { type MailText, mailOf } from './mails.ts';

type Mailed = Pick<NotifiedFactoryEvent, 'kind' | 'factoryId' | 'name' | 'pauseReason' | 'credits'>;

/** The email to the owner of a factory that lacks credits or has few left; null for other events. */
export function factoryMailOf(event: Mailed, addresses: Addresses): MailText | null {
  const factories = `${addresses.BASE_URL}/cabinet/factories`;
  const copy = copyOf(event, `${factories}/credits`);
  const foot = `Credits of factory ${event.factoryId}: ${factories}/${event.factoryId}/credits`;
  return copy && mailOf(copy, foot, addresses);
}

function copyOf({ kind, factoryId, name, pauseReason, credits }: Mailed, purchase: string): MailCopy | null {
  const factory = `the factory "${oneLine(name)}"`;
  if (kind === 'factory.paused')
    return {
      subject: `factory ${factoryId} is paused, because it lacks credits`,
      paragraphs: [
        `Your credits do not cover the next scan of ${factory}, so the service has paused it and does not scan its posts.`,
        `To resume the factory, buy credits:\n${purchase}`,
      ],
    };
  // After the last scan before a pause, only the email about the pause is sent.
  if (credits === null || pauseReason === 'NO_CREDITS') return null;
  return {
    subject: `the credits for factory ${factoryId} are low`,
    paragraphs: [
      `Your balance is ${credits.balance} credits. It covers the scans of ${factory} ${durationOf(credits.daysLeft)}, ` +
        'if no other factory spends it.',
      `When the balance does not cover a scan, the service pauses the factory. To keep it running, buy credits:\n${purchase}`,
    ],
  };
}

const durationOf = (fullDays: number): string =>
  fullDays === 0 ? 'for less than a day' : `for ${fullDays} more day${fullDays === 1 ? '' : 's'}`;
