import type { NotifiedEvent } from '../../../db/notifications/outbox.ts';
import type { AssignmentEventKind, Party } from '../../../schema/shared/enums.ts';
import { changeLetters } from './change-letters.ts';
import { endLetters } from './end-letters.ts';
import { type Letter, type LetterSettings, type Letters, wordsFor } from './mail-words.ts';
import { workLetters } from './work-letters.ts';

export interface MailText {
  readonly subject: string;
  readonly text: string;
}

const letters: Partial<Readonly<Record<AssignmentEventKind, Letters>>> = {
  ...workLetters,
  ...endLetters,
  ...changeLetters,
};

/**
 * The mails of an event: what happened, until when what is to be done, and where. No brief, no secret, nothing that the other
 * party wrote, and of money only the reader's own.
 */
export function mailsOf(event: NotifiedEvent, settings: LetterSettings): Partial<Record<Party, MailText>> {
  const { foot } = wordsFor(event, settings);
  const { ADVERTISER, CREATOR } = letters[event.kind]?.(event, settings) ?? {};
  return {
    ...(ADVERTISER && { ADVERTISER: mail(ADVERTISER, foot) }),
    ...(CREATOR && { CREATOR: mail(CREATOR, foot) }),
  };
}

const mail = ({ subject, paragraphs }: Letter, foot: string): MailText => ({
  subject: `Castline: ${subject}`,
  text: [...paragraphs, foot].join('\n\n'),
});
