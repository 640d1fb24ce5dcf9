import type { NotifiedEvent } from '../../../db/notifications/outbox.ts';
import type { AssignmentEventKind, Party } from '../../../schema/shared/enums.ts';
import { changeTemplates } from './change-templates.ts';
import { type EmailCopy, type EmailTemplate, phrasesFor, type TemplateSettings } from './email-copy.ts';
import { endTemplates } from './end-templates.ts';
import { workTemplates } from './work-templates.ts';

export interface MailText {
  readonly subject: string;
  readonly text: string;
}

const templates: Partial<Readonly<Record<AssignmentEventKind, EmailTemplate>>> = {
  ...workTemplates,
  ...endTemplates,
  ...changeTemplates,
};

/**
 * Writes the emails of an event: what happened, what the reader must do and until when. They contain no brief, no secret, no text of the
 * other party, and only the reader's own amounts.
 */
export function mailsOf(event: NotifiedEvent, settings: TemplateSettings): Partial<Record<Party, MailText>> {
  const { foot } = phrasesFor(event, settings);
  const { ADVERTISER, CREATOR } = templates[event.kind]?.(event, settings) ?? {};
  return {
    ...(ADVERTISER && { ADVERTISER: mail(ADVERTISER, foot) }),
    ...(CREATOR && { CREATOR: mail(CREATOR, foot) }),
  };
}

const mail = ({ subject, paragraphs }: EmailCopy, foot: string): MailText => ({
  subject: `Castline: ${subject}`,
  text: [...paragraphs, foot].join('\n\n'),
});
