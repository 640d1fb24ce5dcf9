import type { NotifiedEvent } from '../../../db/notifications/outbox.ts';
import type { AssignmentEventKind, Party } from '../../../schema/shared/enums.ts';
import { changeTemplates } from './change-templates.ts';
import { endTemplates } from './end-templates.ts';
import {
  type Addresses,
  choicesLine,
  copyFor,
  type MailCopy,
  type MailTemplate,
  type TemplateSettings,
} from './mail-copy.ts';
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
 * The emails of an event: the event, the next step, its deadline and its address. An email contains no brief, no secret, no text of
 * the other party, and only the recipient's amounts.
 */
export function mailsOf(event: NotifiedEvent, settings: TemplateSettings): Partial<Record<Party, MailText>> {
  const { foot } = copyFor(event, settings);
  const { ADVERTISER, CREATOR } = templates[event.kind]?.(event, settings) ?? {};
  return {
    ...(ADVERTISER && { ADVERTISER: mailOf(ADVERTISER, foot, settings) }),
    ...(CREATOR && { CREATOR: mailOf(CREATOR, foot, settings) }),
  };
}

/** The email with this text, with the foot of its topic, and with the page that switches the topic off. */
export const mailOf = ({ subject, paragraphs }: MailCopy, foot: string, addresses: Addresses): MailText => ({
  subject: `Castline: ${subject}`,
  text: [...paragraphs, `${foot}\n${choicesLine(addresses)}`].join('\n\n'),
});
