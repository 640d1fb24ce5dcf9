import { expect, test } from 'vitest';
import type { NotifiedEvent } from '../../../db/notifications/outbox.ts';
import { mailsOf } from '../../../functions/notifications/outbox/mails.ts';
import type { AssignmentEventKind } from '../../../schema/shared/enums.ts';
import { aNotifiedEvent } from '../../support/notified-event.ts';

const settings = { BASE_URL: 'https://castline.example', LATE_CANCEL_HOURS: 72 };
const own = 'https://castline.example/cabinet/work/34';
const choices = 'Choose which emails you get: https://castline.example/cabinet/settings/notifications';
const foot = `Assignment 34 of order 12:\n${own}\n${choices}`;

test.each<[AssignmentEventKind, 'ADVERTISER' | 'CREATOR', Partial<NotifiedEvent>, string, string]>([
  [
    'change_proposal.opened',
    'ADVERTISER',
    { actor: 'CREATOR', data: { proposalId: 5, kind: 'DUE_DATE', dueAt: '2026-12-24T12:00:00.000Z' } },
    'Castline: a new deadline proposed for assignment 34',
    `The creator proposes a new deadline: Thu, 24 Dec 2026 12:00 UTC.

Accept or decline the proposal. Until then nothing changes, and the work is due at Mon, 21 Dec 2026 17:30 UTC.`,
  ],
  [
    'change_proposal.opened',
    'CREATOR',
    { actor: 'ADVERTISER', data: { proposalId: 5, kind: 'CANCEL' } },
    'Castline: a proposal to cancel assignment 34',
    `The advertiser proposes to cancel the work. If you accept, the work ends and the advertiser gets the reserved amount back.

Accept or decline the proposal. Until then nothing changes, and the work is due at Mon, 21 Dec 2026 17:30 UTC.`,
  ],
  [
    'change_proposal.accepted',
    'CREATOR',
    { actor: 'ADVERTISER', data: { proposalId: 5, kind: 'DUE_DATE', dueAt: '2026-12-24T12:00:00.000Z' } },
    'Castline: new deadline for assignment 34',
    'The advertiser has accepted your proposal. The work (5 streams) is now due at Thu, 24 Dec 2026 12:00 UTC.',
  ],
  [
    'change_proposal.declined',
    'CREATOR',
    { actor: 'ADVERTISER', data: { proposalId: 5, kind: 'DUE_DATE', dueAt: '2026-12-24T12:00:00.000Z' } },
    'Castline: your proposal for assignment 34 was declined',
    `The advertiser has declined your proposal of a new deadline. Nothing changes, and the work is due at Mon, 21 Dec 2026 17:30 UTC.

You can make another proposal or raise an issue.`,
  ],
  [
    'change_proposal.declined',
    'ADVERTISER',
    { actor: 'CREATOR', data: { proposalId: 5, kind: 'CANCEL' } },
    'Castline: your proposal for assignment 34 was declined',
    `The creator has declined your proposal to cancel the work. Nothing changes, and the work is due at Mon, 21 Dec 2026 17:30 UTC.

You can make another proposal or raise an issue.`,
  ],
  [
    'change_proposal.withdrawn',
    'CREATOR',
    { actor: 'ADVERTISER', data: { proposalId: 5, kind: 'CANCEL' } },
    'Castline: a proposal for assignment 34 was withdrawn',
    'The advertiser has withdrawn the proposal to cancel the work. You do not need to answer. The work is due at Mon, 21 Dec 2026 17:30 UTC, as before.',
  ],
  [
    'change_proposal.withdrawn',
    'ADVERTISER',
    { actor: 'CREATOR', data: { proposalId: 5, kind: 'DUE_DATE', dueAt: '2026-12-24T12:00:00.000Z' } },
    'Castline: a proposal for assignment 34 was withdrawn',
    'The creator has withdrawn the proposal of a new deadline. You do not need to answer. The work is due at Mon, 21 Dec 2026 17:30 UTC, as before.',
  ],
  [
    'deadline.reminder',
    'CREATOR',
    { data: { dueAt: '2026-12-01T08:00:00.000Z' } },
    'Castline: assignment 34 is due soon',
    `Your work (5 streams) is due at Tue, 01 Dec 2026 08:00 UTC. Add the results and submit the work before this time.

If you need more time, propose another deadline.`,
  ],
  [
    'deadline.missed',
    'CREATOR',
    { data: { dueAt: '2026-12-01T08:00:00.000Z' } },
    'Castline: assignment 34 is late',
    `Your work (5 streams) was due at Tue, 01 Dec 2026 08:00 UTC. Submit it as soon as you can.

Or propose another deadline.

From Fri, 04 Dec 2026 08:00 UTC on the advertiser can cancel without your consent.`,
  ],
  [
    'deadline.missed',
    'ADVERTISER',
    { data: { dueAt: '2026-12-01T08:00:00.000Z' }, changesRequestedAt: '2026-12-01T09:00:00.000Z' },
    'Castline: assignment 34 is late',
    `The creator has not submitted 5 streams with your changes by the deadline, Tue, 01 Dec 2026 08:00 UTC.

You can wait, propose another deadline, or propose to cancel.

From Fri, 04 Dec 2026 09:00 UTC on you can cancel without the consent of the creator.`,
  ],
  [
    'deadline.missed',
    'ADVERTISER',
    { data: { dueAt: '2026-12-01T08:00:00.000Z' } },
    'Castline: assignment 34 is late',
    `The creator has not submitted 5 streams by the deadline, Tue, 01 Dec 2026 08:00 UTC.

You can wait, propose another deadline, or propose to cancel.

From Fri, 04 Dec 2026 08:00 UTC on you can cancel without the consent of the creator.`,
  ],
])('the email about %s to the %s, with %j, has its text', (kind, reader, changes, subject, text) => {
  expect(mailsOf(aNotifiedEvent(kind, changes), settings)[reader]).toEqual({ subject, text: `${text}\n\n${foot}` });
});
