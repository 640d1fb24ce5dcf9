import type { Party } from '../../schema/enums.ts';
import { instantOf, type Letters, otherThan, sideOf, wordsFor } from './mail-words.ts';

/** When the parties do not simply go on. */
export const changeLetters = {
  'assignment.disputed': (event, settings) => {
    const { name, at } = wordsFor(event, settings);
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
    const { name, at } = wordsFor(event, settings);
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
} satisfies Record<string, Letters>;

const partyOf = (actor: string): Party => (actor === 'CREATOR' ? 'CREATOR' : 'ADVERTISER');
