import { lateFrom } from '../../placements/assignments/index.ts';
import { copyFor, instantOf, type MailTemplate, usdtOf } from './mail-copy.ts';

/** Templates for about steps of open work. */
export const workTemplates = {
  'assignment.funded': (event, settings) => {
    const { name, work } = copyFor(event, settings);
    const net = BigInt(event.base) - BigInt(event.creatorFee);
    return {
      CREATOR: {
        subject: `new order for you, ${name}`,
        paragraphs: [
          `An advertiser has ordered ${work} from you. The money is reserved. You get ${usdtOf(net)} when the advertiser approves the work.`,
          `Accept or decline until ${instantOf(event.acceptBy)}. After that the order expires.`,
          `If you accept, the work is due at ${instantOf(event.dueAt)}.`,
        ],
      },
    };
  },
  'assignment.accepted': (event, settings) => {
    const { name, work } = copyFor(event, settings);
    return {
      ADVERTISER: {
        subject: `the creator has accepted ${name}`,
        paragraphs: [
          `The creator has accepted your order of ${work}. The work is due at ${instantOf(event.dueAt)}.`,
          'You have nothing to do now. We will write to you when the creator submits the work.',
        ],
      },
    };
  },
  'assignment.submitted': (event, settings) => {
    const { name, work } = copyFor(event, settings);
    const { approveBy } = event;
    return {
      ADVERTISER: {
        subject: `${name} is submitted`,
        paragraphs: [
          `The creator has submitted ${work}. See the results in the assignment.`,
          approveBy === null
            ? 'Approve the work, request changes, or raise an issue.'
            : `Approve the work, request changes, or raise an issue until ${instantOf(approveBy)}. If you do not answer, the work is approved automatically at that time, and the creator is paid.`,
        ],
      },
    };
  },
  'assignment.changes_requested': (event, settings) => {
    const { name } = copyFor(event, settings);
    const until = event.at < event.dueAt ? `until ${instantOf(event.dueAt)}` : 'as soon as you can';
    const aloneFrom = lateFrom({ dueAt: event.dueAt, changesRequestedAt: event.at }, settings.LATE_CANCEL_HOURS);
    return {
      CREATOR: {
        subject: `changes requested for ${name}`,
        paragraphs: [
          `The advertiser has requested changes to your results. Read the reason in the assignment.`,
          `Change the results and submit the work again ${until}.`,
          `If you do not, the advertiser can cancel without your consent from ${instantOf(aloneFrom)} on.`,
        ],
      },
    };
  },
  'deadline.reminder': (event, settings) => {
    const { name, work } = copyFor(event, settings);
    const dueAt = deadlineOf(event);
    return {
      CREATOR: {
        subject: `${name} is due soon`,
        paragraphs: [
          `Your work (${work}) is due at ${instantOf(dueAt)}. Add the results and submit the work before this time.`,
          `If you need more time, propose another deadline.`,
        ],
      },
    };
  },
  'deadline.missed': (event, settings) => {
    const { name, work } = copyFor(event, settings);
    const dueAt = deadlineOf(event);
    const { changesRequestedAt } = event;
    const aloneFrom = instantOf(lateFrom({ dueAt, changesRequestedAt }, settings.LATE_CANCEL_HOURS));
    return {
      CREATOR: {
        subject: `${name} is late`,
        paragraphs: [
          `Your work (${work}) was due at ${instantOf(dueAt)}. Submit it as soon as you can.`,
          `Or propose another deadline.`,
          `From ${aloneFrom} on the advertiser can cancel without your consent.`,
        ],
      },
      ADVERTISER: {
        subject: `${name} is late`,
        paragraphs: [
          `The creator has not submitted ${work}${changesRequestedAt === null ? '' : ' with your changes'} by the deadline, ${instantOf(dueAt)}.`,
          `You can wait, propose another deadline, or propose to cancel.`,
          `From ${aloneFrom} on you can cancel without the consent of the creator.`,
        ],
      },
    };
  },
} satisfies Record<string, MailTemplate>;

/** The deadline of the event. The assignment may have a new one since. */
const deadlineOf = ({ data, dueAt }: Parameters<MailTemplate>[0]): string =>
  typeof data.dueAt === 'string' ? data.dueAt : dueAt;
