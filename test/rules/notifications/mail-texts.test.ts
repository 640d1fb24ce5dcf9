import { expect, test } from 'vitest';
import type { NotifiedEvent } from '../../../db/notifications/outbox.ts';
import { mailsOf } from '../../../functions/notifications/outbox/mails.ts';
import type { AssignmentEventKind } from '../../../schema/shared/enums.ts';
import { aNotifiedEvent } from '../../support/notified-event.ts';

const settings = { BASE_URL: 'https://castline.example', LATE_CANCEL_HOURS: 72 };
const own = 'https://castline.example/cabinet/work/34';
const wallet = 'https://castline.example/cabinet/wallet';
const choices = 'Choose which emails you get: https://castline.example/cabinet/settings/notifications';
const foot = `Assignment 34 of order 12:\n${own}\n${choices}`;
const moneyIsBack = `The reserved amount is back in your balance:\n${wallet}`;
const untilDecided =
  'Until our staff decides, the money stays reserved and the deadlines are paused. We will write to you after the decision.';

test.each<[AssignmentEventKind, 'ADVERTISER' | 'CREATOR', Partial<NotifiedEvent>, string, string]>([
  [
    'assignment.funded',
    'CREATOR',
    { actor: 'ADVERTISER' },
    'Castline: new order for you, assignment 34',
    `An advertiser has ordered 5 streams from you. The money is reserved. You get 90.00 USDT when the advertiser approves the work.

Accept or decline until Tue, 24 Nov 2026 17:00 UTC. After that the order expires.

If you accept, the work is due at Mon, 21 Dec 2026 17:30 UTC.`,
  ],
  [
    'assignment.accepted',
    'ADVERTISER',
    { actor: 'CREATOR', quantity: 1, type: 'SHORT_VIDEO' },
    'Castline: the creator has accepted assignment 34',
    `The creator has accepted your order of 1 short video. The work is due at Mon, 21 Dec 2026 17:30 UTC.

You have nothing to do now. We will write to you when the creator submits the work.`,
  ],
  [
    'assignment.declined',
    'ADVERTISER',
    { actor: 'CREATOR' },
    'Castline: the creator has declined assignment 34',
    `The creator has declined your order of 5 streams.\n\n${moneyIsBack}`,
  ],
  [
    'assignment.expired',
    'ADVERTISER',
    {},
    'Castline: assignment 34 has expired',
    `The creator has not accepted your order of 5 streams in time. The order has expired.\n\n${moneyIsBack}`,
  ],
  [
    'assignment.submitted',
    'ADVERTISER',
    { actor: 'CREATOR', approveBy: '2026-11-28T17:00:00.000Z' },
    'Castline: assignment 34 is submitted',
    `The creator has submitted 5 streams. See the results in the assignment.

Approve the work, request changes, or raise an issue until Sat, 28 Nov 2026 17:00 UTC. If you do not answer, the work is approved automatically at that time, and the creator is paid.`,
  ],
  [
    'assignment.submitted',
    'ADVERTISER',
    { actor: 'CREATOR', approveBy: null },
    'Castline: assignment 34 is submitted',
    `The creator has submitted 5 streams. See the results in the assignment.

Approve the work, request changes, or raise an issue.`,
  ],
  [
    'assignment.changes_requested',
    'CREATOR',
    { actor: 'ADVERTISER' },
    'Castline: changes requested for assignment 34',
    `The advertiser has requested changes to your results. Read the reason in the assignment.

Change the results and submit the work again until Mon, 21 Dec 2026 17:30 UTC.

If you do not, the advertiser can cancel without your consent from Thu, 24 Dec 2026 17:30 UTC on.`,
  ],
  [
    'assignment.changes_requested',
    'CREATOR',
    { actor: 'ADVERTISER', dueAt: '2026-11-20T17:30:00.000Z' },
    'Castline: changes requested for assignment 34',
    `The advertiser has requested changes to your results. Read the reason in the assignment.

Change the results and submit the work again as soon as you can.

If you do not, the advertiser can cancel without your consent from Tue, 24 Nov 2026 17:00 UTC on.`,
  ],
  [
    'assignment.approved',
    'CREATOR',
    { actor: 'ADVERTISER' },
    'Castline: assignment 34 is approved, and you are paid',
    `The advertiser has approved your work (5 streams).\n\n90.00 USDT were added to your balance:\n${wallet}`,
  ],
  [
    'assignment.approved',
    'CREATOR',
    { actor: 'SYSTEM', data: { auto: true } },
    'Castline: assignment 34 is approved, and you are paid',
    `The advertiser did not answer in time, so your work (5 streams) was approved automatically.\n\n90.00 USDT were added to your balance:\n${wallet}`,
  ],
  [
    'assignment.approved',
    'ADVERTISER',
    { actor: 'SYSTEM', data: { auto: true } },
    'Castline: assignment 34 is approved',
    `You did not answer in time, so the work (5 streams) was approved automatically.

The reserved amount is paid. You have nothing to do.`,
  ],
  [
    'assignment.approved',
    'ADVERTISER',
    { actor: 'STAFF', data: { outcome: 'RELEASE', note: 'a note' } },
    'Castline: assignment 34 is approved',
    `Our staff has decided the dispute: the work (5 streams) is approved.

The reserved amount is paid. You have nothing to do.`,
  ],
  [
    'assignment.cancelled',
    'ADVERTISER',
    { actor: 'CREATOR' },
    'Castline: assignment 34 is cancelled',
    `The creator has cancelled the work (5 streams).\n\n${moneyIsBack}`,
  ],
  [
    'assignment.cancelled',
    'CREATOR',
    { actor: 'ADVERTISER' },
    'Castline: assignment 34 is cancelled',
    'The advertiser has cancelled the work (5 streams).\n\nYou get no payment for it. You have nothing to do.',
  ],
  [
    'assignment.cancelled',
    'ADVERTISER',
    { actor: 'CREATOR', data: { proposalId: 5 } },
    'Castline: assignment 34 is cancelled',
    `The creator has agreed to your proposal: the work (5 streams) is cancelled.\n\n${moneyIsBack}`,
  ],
  [
    'assignment.cancelled',
    'ADVERTISER',
    { actor: 'STAFF', data: { outcome: 'REFUND' } },
    'Castline: assignment 34 is cancelled',
    `Our staff has decided the dispute: the work (5 streams) is cancelled.\n\n${moneyIsBack}`,
  ],
  [
    'assignment.disputed',
    'ADVERTISER',
    { actor: 'CREATOR', data: { reason: 'QUALITY' } },
    'Castline: an issue with assignment 34',
    `The creator has raised an issue. Read it on the page of the work.\n\n${untilDecided}`,
  ],
  [
    'assignment.disputed',
    'CREATOR',
    { actor: 'CREATOR', data: { reason: 'QUALITY' } },
    'Castline: your issue with assignment 34',
    `Our staff has received your issue.\n\n${untilDecided}`,
  ],
  [
    'assignment.resolved',
    'CREATOR',
    { actor: 'STAFF', data: { outcome: 'SPLIT', creatorShareBps: 6_250, note: 'a note' } },
    'Castline: the dispute about assignment 34 is decided',
    `Our staff has decided. The creator gets 62.5 % of the price of the work (5 streams), minus the fee. The advertiser gets the rest back.

See your payment:
${wallet}`,
  ],
])('the email about %s to the %s, with %j, has its text', (kind, reader, changes, subject, text) => {
  expect(mailsOf(aNotifiedEvent(kind, changes), settings)[reader]).toEqual({ subject, text: `${text}\n\n${foot}` });
});
