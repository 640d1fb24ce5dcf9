import type { NotifiedEvent } from '../../../db/notifications/outbox.ts';
import type { Party } from '../../../schema/shared/enums.ts';
import { type EmailTemplate, instantOf, otherThan, phrasesFor, sideOf } from './email-copy.ts';

/** Emails about issues and change proposals. */
export const changeTemplates = {
  'assignment.disputed': (event, settings) => {
    const { name, at } = phrasesFor(event, settings);
    const author = partyOf(event.actor);
    const other = otherThan(author);
    const until = 'Until our staff has decided, the money stays reserved and no deadline runs. We write to you then.';
    return {
      [author]: {
        subject: `your issue with ${name}`,
        paragraphs: ['Your issue is with our staff.', until],
      },
      [other]: {
        subject: `an issue with ${name}`,
        paragraphs: [`The ${sideOf[author]} has raised an issue. Read what it is:\n${at('GET', '/events')}`, until],
      },
    };
  },
  'change_proposal.opened': (event, settings) => {
    const { name, at } = phrasesFor(event, settings);
    const author = partyOf(event.actor);
    const { proposalId, kind, dueAt } = event.data;
    const isCancel = kind === 'CANCEL';
    const wish = isCancel
      ? `The ${sideOf[author]} proposes to cancel the work. If you accept, it ends, and what was reserved goes back to the advertiser.`
      : `The ${sideOf[author]} proposes another deadline: ${typeof dueAt === 'string' ? instantOf(dueAt) : 'see the assignment'}.`;
    return {
      [otherThan(author)]: {
        subject: isCancel ? `a proposal to cancel ${name}` : `another deadline is proposed for ${name}`,
        paragraphs: [
          wish,
          [
            `Accept or decline. Until then everything stays as it is, and the work is due at ${instantOf(event.dueAt)}.`,
            at('POST', `/change-proposals/${proposalId}/accept`),
            at('POST', `/change-proposals/${proposalId}/decline`),
          ].join('\n'),
        ],
      },
    };
  },
  // An accepted cancellation needs no email of its own: the email about the end covers it.
  'change_proposal.accepted': (event, settings) => {
    const { name, work } = phrasesFor(event, settings);
    const decider = partyOf(event.actor);
    const { kind, dueAt } = event.data;
    if (kind !== 'DUE_DATE' || typeof dueAt !== 'string') return {};
    return {
      [otherThan(decider)]: {
        subject: `another deadline is agreed for ${name}`,
        paragraphs: [
          `The ${sideOf[decider]} has accepted your proposal. The work (${work}) is due at ${instantOf(dueAt)} now.`,
        ],
      },
    };
  },
  'change_proposal.declined': (event, settings) => {
    const { name, at } = phrasesFor(event, settings);
    const decider = partyOf(event.actor);
    return {
      [otherThan(decider)]: {
        subject: `your proposal for ${name} is declined`,
        paragraphs: [
          `The ${sideOf[decider]} has declined your proposal${aimOf(event.data)}. Everything stays as it was, and the work is due at ${instantOf(event.dueAt)}.`,
          [
            'If you cannot go on like this, propose something else, or raise an issue:',
            at('POST', '/change-proposals'),
            at('POST', '/issues'),
          ].join('\n'),
        ],
      },
    };
  },
  'change_proposal.withdrawn': (event, settings) => {
    const { name } = phrasesFor(event, settings);
    const author = partyOf(event.actor);
    return {
      [otherThan(author)]: {
        subject: `a proposal for ${name} is withdrawn`,
        paragraphs: [
          `The ${sideOf[author]} has withdrawn the proposal${aimOf(event.data)}. You have nothing to answer. The work is due at ${instantOf(event.dueAt)}, as before.`,
        ],
      },
    };
  },
} satisfies Record<string, EmailTemplate>;

const aimOf = ({ kind }: NotifiedEvent['data']): string =>
  kind === 'CANCEL' ? ' to cancel the work' : kind === 'DUE_DATE' ? ' of another deadline' : '';

const partyOf = (actor: string): Party => (actor === 'CREATOR' ? 'CREATOR' : 'ADVERTISER');
