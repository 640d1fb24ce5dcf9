import type { Party } from '../../../schema/shared/enums.ts';
import { copyFor, type MailCopy, type MailTemplate, otherThan, percentOf, usdtOf } from './mail-copy.ts';

/** Templates for the end of an assignment, with its payment or refund. */
export const endTemplates = {
  'assignment.declined': (event, settings) => {
    const { name, work, wallet } = copyFor(event, settings);
    return {
      ADVERTISER: {
        subject: `the creator has declined ${name}`,
        paragraphs: [`The creator has declined your order of ${work}.`, moneyIsBack(wallet)],
      },
    };
  },
  'assignment.expired': (event, settings) => {
    const { name, work, wallet } = copyFor(event, settings);
    return {
      ADVERTISER: {
        subject: `${name} has expired`,
        paragraphs: [
          `The creator has not accepted your order of ${work} in time. The order has expired.`,
          moneyIsBack(wallet),
        ],
      },
    };
  },
  'assignment.approved': (event, settings) => {
    const { name, work, wallet } = copyFor(event, settings);
    const net = usdtOf(BigInt(event.base) - BigInt(event.creatorFee));
    const creatorReads = (why: string): MailCopy => ({
      subject: `${name} is approved, and you are paid`,
      paragraphs: [why, `${net} were added to your balance:\n${wallet}`],
    });
    const advertiserReads = (why: string): MailCopy => ({
      subject: `${name} is approved`,
      paragraphs: [why, 'The reserved amount is paid. You have nothing to do.'],
    });
    if (event.actor === 'ADVERTISER')
      return { CREATOR: creatorReads(`The advertiser has approved your work (${work}).`) };
    if (event.actor === 'STAFF')
      return {
        CREATOR: creatorReads(`Our staff has decided the dispute: your work (${work}) is approved.`),
        ADVERTISER: advertiserReads(`Our staff has decided the dispute: the work (${work}) is approved.`),
      };
    return {
      CREATOR: creatorReads(
        `The advertiser did not answer in time, so your work (${work}) was approved automatically.`,
      ),
      ADVERTISER: advertiserReads(`You did not answer in time, so the work (${work}) was approved automatically.`),
    };
  },
  'assignment.cancelled': (event, settings) => {
    const { name, work, wallet } = copyFor(event, settings);
    const { actor, data } = event;
    const party = `The ${actor === 'CREATOR' ? 'creator' : 'advertiser'}`;
    const who =
      actor === 'STAFF'
        ? `Our staff has decided the dispute: the work (${work}) is cancelled.`
        : data.proposalId === undefined
          ? `${party} has cancelled the work (${work}).`
          : `${party} has agreed to your proposal: the work (${work}) is cancelled.`;
    const copies: Record<Party, MailCopy> = {
      ADVERTISER: { subject: `${name} is cancelled`, paragraphs: [who, moneyIsBack(wallet)] },
      CREATOR: {
        subject: `${name} is cancelled`,
        paragraphs: [who, 'You get no payment for it. You have nothing to do.'],
      },
    };
    if (actor === 'STAFF' || actor === 'SYSTEM') return copies;
    const recipient = otherThan(actor);
    return { [recipient]: copies[recipient] };
  },
  'assignment.resolved': (event, settings) => {
    const { name, work, wallet } = copyFor(event, settings);
    const bps = event.data.creatorShareBps;
    const share = typeof bps === 'number' ? `${percentOf(bps)} of the price` : 'a part of the price';
    const copy = (where: string): MailCopy => ({
      subject: `the dispute about ${name} is decided`,
      paragraphs: [
        `Our staff has decided. The creator gets ${share} of the work (${work}), minus the fee. The advertiser gets the rest back.`,
        where,
      ],
    });
    return {
      ADVERTISER: copy(`See your refund:\n${wallet}`),
      CREATOR: copy(`See your payment:\n${wallet}`),
    };
  },
} satisfies Record<string, MailTemplate>;

const moneyIsBack = (wallet: string) => `The reserved amount is back in your balance:\n${wallet}`;
