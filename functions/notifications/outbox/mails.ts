import type { NotifiedEvent } from '../../../db/notifications/outbox.ts';
import type { AssignmentEventKind, Party } from '../../../schema/shared/enums.ts';
import { changeTemplates } from './change-templates.ts';
import { endTemplates } from './end-templates.ts';
import { copyFor, type MailCopy, type MailTemplate, type TemplateSettings } from './mail-copy.ts';
import { workTemplates } from './work-templates.ts';

export interface MailText {
  readonly subject: string;
  readonly text: string;
}

const templates: Partial<Readonly<Record<AssignmentEventKind, MailTemplate>>> = {
  ...workTemplates,
  ...endTemplates,
  ...changeTemplates,
};

/**
 * The mails of an event: the event, the next step, its deadline and its address. A mail contains no brief, no secret, no text of
 * the other party, and only the recipient's amounts.
 */
export function mailsOf(event: NotifiedEvent, settings: TemplateSettings): Partial<Record<Party, MailText>> {
  const { foot } = copyFor(event, settings);
  const { ADVERTISER, CREATOR } = templates[event.kind]?.(event, settings) ?? {};
  return {
    ...(ADVERTISER && { ADVERTISER: mailOf(ADVERTISER, foot) }),
    ...(CREATOR && { CREATOR: mailOf(CREATOR, foot) }),
  };
}

/** The mail with this text, and with the foot of its topic. */
export const mailOf = ({ subject, paragraphs }: MailCopy, foot: string): MailText => ({
  subject: `Castline: ${subject}`,
  text: [...paragraphs, foot].join('\n\n'),
});
