import { expect, test } from 'vitest';
import type { NotifiedEvent } from '../../../db/notifications/outbox.ts';
import { mailsOf } from '../../../functions/notifications/outbox/mails.ts';
import type { AssignmentEventKind } from '../../../schema/shared/enums.ts';
import { aNotifiedEvent } from '../../support/notified-event.ts';

const settings = { BASE_URL: 'https://castline.example', LATE_CANCEL_HOURS: 72 };
const own = 'https://castline.example/api/v1/public/placement-assignments/34';
const wallet = 'https://castline.example/api/v1/public/wallet';
const foot = `Assignment 34 of order 12: GET ${own}
These addresses take an API key. With a token, leave out /public.`;
const moneyIsBack = `What was reserved for it is back in your balance:\nGET ${wallet}`;
const untilDecided =
  'Until our staff has decided, the money stays reserved and no deadline runs. We write to you then.';

test.each<[AssignmentEventKind, 'ADVERTISER' | 'CREATOR', Partial<NotifiedEvent>, string, string]>([
  [
    'assignment.funded',
    'CREATOR',
    { actor: 'ADVERTISER' },
    'Castline: new work for you, assignment 34',
    `An advertiser has ordered 5 streams from you. The money is reserved: 90.00 USDT are yours once the work is approved.

Accept or decline until Tue, 24 Nov 2026 17:00 UTC. After that the offer ends by itself.
POST ${own}/accept
POST ${own}/decline

If you accept, the work is due at Mon, 21 Dec 2026 17:30 UTC.`,
  ],
  [
    'assignment.accepted',
    'ADVERTISER',
    { actor: 'CREATOR', quantity: 1, type: 'SHORT_VIDEO' },
    'Castline: the creator has accepted assignment 34',
    `The creator has accepted your order of 1 short video. The work is due at Mon, 21 Dec 2026 17:30 UTC.

You have nothing to do now. We write to you when the work is handed in.`,
  ],
  [
    'assignment.declined',
    'ADVERTISER',
    { actor: 'CREATOR' },
    'Castline: the creator has declined assignment 34',
    `The creator does not take on your order of 5 streams.\n\n${moneyIsBack}`,
  ],
  [
    'assignment.expired',
    'ADVERTISER',
    {},
    'Castline: nobody has accepted assignment 34',
    `The creator has not accepted your order of 5 streams in time. It has ended.\n\n${moneyIsBack}`,
  ],
  [
    'assignment.submitted',
    'ADVERTISER',
    { actor: 'CREATOR', approveBy: '2026-11-28T17:00:00.000Z' },
    'Castline: assignment 34 is handed in',
    `The creator has handed in 5 streams. Look at the results:
GET ${own}/deliverables

Approve the work, ask for changes, or raise an issue until Sat, 28 Nov 2026 17:00 UTC. If you do nothing, the work is approved by itself then, and the creator is paid.
POST ${own}/approve
POST ${own}/request-changes
POST ${own}/issues`,
  ],
  [
    'assignment.submitted',
    'ADVERTISER',
    { actor: 'CREATOR', approveBy: null },
    'Castline: assignment 34 is handed in',
    `The creator has handed in 5 streams. Look at the results:
GET ${own}/deliverables

Approve the work, ask for changes, or raise an issue.
POST ${own}/approve
POST ${own}/request-changes
POST ${own}/issues`,
  ],
  [
    'assignment.changes_requested',
    'CREATOR',
    { actor: 'ADVERTISER' },
    'Castline: changes are asked for in assignment 34',
    `The advertiser asks you to change what you handed in. Read why:
GET ${own}/events

Change the results and hand the work in again until Mon, 21 Dec 2026 17:30 UTC.
PUT ${own}/deliverables/{deliverableId}
POST ${own}/submit

If you do not, the advertiser can cancel without asking you from Thu, 24 Dec 2026 17:30 UTC on.`,
  ],
  [
    'assignment.changes_requested',
    'CREATOR',
    { actor: 'ADVERTISER', dueAt: '2026-11-20T17:30:00.000Z' },
    'Castline: changes are asked for in assignment 34',
    `The advertiser asks you to change what you handed in. Read why:
GET ${own}/events

Change the results and hand the work in again as soon as you can.
PUT ${own}/deliverables/{deliverableId}
POST ${own}/submit

If you do not, the advertiser can cancel without asking you from Tue, 24 Nov 2026 17:00 UTC on.`,
  ],
  [
    'assignment.approved',
    'CREATOR',
    { actor: 'ADVERTISER' },
    'Castline: assignment 34 is approved, and you are paid',
    `The advertiser has approved your work (5 streams).\n\n90.00 USDT are in your balance:\nGET ${wallet}`,
  ],
  [
    'assignment.approved',
    'CREATOR',
    { actor: 'SYSTEM', data: { auto: true } },
    'Castline: assignment 34 is approved, and you are paid',
    `The advertiser did not answer in time, so your work (5 streams) is approved.\n\n90.00 USDT are in your balance:\nGET ${wallet}`,
  ],
  [
    'assignment.approved',
    'ADVERTISER',
    { actor: 'SYSTEM', data: { auto: true } },
    'Castline: assignment 34 is approved',
    `Your time to answer was over, so the work (5 streams) is approved by itself.

What was reserved for it is paid. You have nothing to do.`,
  ],
  [
    'assignment.approved',
    'ADVERTISER',
    { actor: 'STAFF', data: { outcome: 'RELEASE', note: 'a note' } },
    'Castline: assignment 34 is approved',
    `Our staff has decided the dispute: the work (5 streams) is approved.

What was reserved for it is paid. You have nothing to do.`,
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
    'The advertiser has cancelled the work (5 streams).\n\nNothing is paid for it. You have nothing to do.',
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
    `The creator has raised an issue. Read what it is:\nGET ${own}/events\n\n${untilDecided}`,
  ],
  [
    'assignment.disputed',
    'CREATOR',
    { actor: 'CREATOR', data: { reason: 'QUALITY' } },
    'Castline: your issue with assignment 34',
    `Your issue is with our staff.\n\n${untilDecided}`,
  ],
  [
    'assignment.resolved',
    'CREATOR',
    { actor: 'STAFF', data: { outcome: 'SPLIT', creatorShareBps: 6_250, note: 'a note' } },
    'Castline: the dispute about assignment 34 is decided',
    `Our staff has decided. 62.5 % of the price of the work (5 streams) is paid to the creator, less the fee. The rest goes back to the advertiser.

What was paid to you:
GET ${wallet}/transactions`,
  ],
])('the mail about %s to the %s, with %j, has its text', (kind, reader, changes, subject, text) => {
  expect(mailsOf(aNotifiedEvent(kind, changes), settings)[reader]).toEqual({ subject, text: `${text}\n\n${foot}` });
});
