import type { NotifiedEvent } from '../../../db/notifications/outbox.ts';
import type { Party } from '../../../schema/shared/enums.ts';
import { copyFor, instantOf, type MailTemplate, otherThan, sideOf } from './mail-copy.ts';

/** Templates for disputes and proposals. */
export const changeTemplates = {
  'assignment.disputed': (event, settings) => {
    const { name } = copyFor(event, settings);
    const author = partyOf(event.actor);
    const other = otherThan(author);
    const until =
      'Until our staff decides, the money stays reserved and the deadlines are paused. We will write to you after the decision.';
    return {
      [author]: {
        subject: `your issue with ${name}`,
        paragraphs: ['Our staff has received your issue.', until],
      },
      [other]: {
        subject: `an issue with ${name}`,
        paragraphs: [`The ${sideOf[author]} has raised an issue. Read it on the page of the work.`, until],
      },
    };
  },
  'assignment.statement_added': (event, settings) => {
    const { name } = copyFor(event, settings);
    const author = partyOf(event.actor);
    return {
      [otherThan(author)]: {
        subject: `a statement about ${name}`,
        paragraphs: [
          `The ${sideOf[author]} has added a statement to the dispute about ${name}. Read it on the page of the work. You can add your own statements until our staff decides.`,
        ],
      },
    };
  },
  'change_proposal.opened': (event, settings) => {
    const { name } = copyFor(event, settings);
    const author = partyOf(event.actor);
    const { kind, dueAt } = event.data;
    const isCancel = kind === 'CANCEL';
    const proposal = isCancel
      ? `The ${sideOf[author]} proposes to cancel the work. If you accept, the work ends and the advertiser gets the reserved amount back.`
      : `The ${sideOf[author]} proposes a new deadline: ${typeof dueAt === 'string' ? instantOf(dueAt) : 'see the page of the work'}.`;
    return {
      [otherThan(author)]: {
        subject: isCancel ? `a proposal to cancel ${name}` : `a new deadline proposed for ${name}`,
        paragraphs: [
          proposal,
          `Accept or decline the proposal. Until then nothing changes, and the work is due at ${instantOf(event.dueAt)}.`,
        ],
      },
    };
  },
  // An accepted cancellation gets the email of `assignment.cancelled`.
  'change_proposal.accepted': (event, settings) => {
    const { name, work } = copyFor(event, settings);
    const decider = partyOf(event.actor);
    const { kind, dueAt } = event.data;
    if (kind !== 'DUE_DATE' || typeof dueAt !== 'string') return {};
    return {
      [otherThan(decider)]: {
        subject: `new deadline for ${name}`,
        paragraphs: [
          `The ${sideOf[decider]} has accepted your proposal. The work (${work}) is now due at ${instantOf(dueAt)}.`,
        ],
      },
    };
  },
  'change_proposal.declined': (event, settings) => {
    const { name } = copyFor(event, settings);
    const decider = partyOf(event.actor);
    return {
      [otherThan(decider)]: {
        subject: `your proposal for ${name} was declined`,
        paragraphs: [
          `The ${sideOf[decider]} has declined your proposal${aimOf(event.data)}. Nothing changes, and the work is due at ${instantOf(event.dueAt)}.`,
          'You can make another proposal or raise an issue.',
        ],
      },
    };
  },
  'change_proposal.withdrawn': (event, settings) => {
    const { name } = copyFor(event, settings);
    const author = partyOf(event.actor);
    return {
      [otherThan(author)]: {
        subject: `a proposal for ${name} was withdrawn`,
        paragraphs: [
          `The ${sideOf[author]} has withdrawn the proposal${aimOf(event.data)}. You do not need to answer. The work is due at ${instantOf(event.dueAt)}, as before.`,
        ],
      },
    };
  },
} satisfies Record<string, MailTemplate>;

const aimOf = ({ kind }: NotifiedEvent['data']): string =>
  kind === 'CANCEL' ? ' to cancel the work' : kind === 'DUE_DATE' ? ' of a new deadline' : '';

const partyOf = (actor: string): Party => (actor === 'CREATOR' ? 'CREATOR' : 'ADVERTISER');
