import { describe, expect, test } from 'vitest';
import type { NotifiedEvent } from '../../../db/notifications/outbox.ts';
import { usdtOf } from '../../../functions/notifications/outbox/mail-copy.ts';
import { mailsOf } from '../../../functions/notifications/outbox/mails.ts';
import { type AssignmentEventKind, assignmentEventKinds, eventActors } from '../../../schema/shared/enums.ts';
import { aNotifiedEvent } from '../../support/notified-event.ts';

const settings = { BASE_URL: 'https://castline.example', LATE_CANCEL_HOURS: 72 };
const mails = (kind: AssignmentEventKind, changes: Partial<NotifiedEvent> = {}) =>
  mailsOf(aNotifiedEvent(kind, changes), settings);
const readers = (kind: AssignmentEventKind, changes: Partial<NotifiedEvent> = {}) => Object.keys(mails(kind, changes));

const dates = { proposalId: 5, kind: 'DUE_DATE', dueAt: '2026-12-24T12:00:00.000Z' };

describe('the recipients of an email', () => {
  test.each<[AssignmentEventKind, Partial<NotifiedEvent>, readonly string[]]>([
    ['assignment.funded', { actor: 'ADVERTISER' }, ['CREATOR']],
    ['assignment.accepted', { actor: 'CREATOR' }, ['ADVERTISER']],
    ['assignment.declined', { actor: 'CREATOR' }, ['ADVERTISER']],
    ['assignment.expired', { actor: 'SYSTEM' }, ['ADVERTISER']],
    ['assignment.submitted', { actor: 'CREATOR' }, ['ADVERTISER']],
    ['assignment.changes_requested', { actor: 'ADVERTISER' }, ['CREATOR']],
    ['assignment.approved', { actor: 'ADVERTISER' }, ['CREATOR']],
    ['assignment.approved', { actor: 'SYSTEM', data: { auto: true } }, ['CREATOR', 'ADVERTISER']],
    ['assignment.approved', { actor: 'STAFF' }, ['CREATOR', 'ADVERTISER']],
    ['assignment.cancelled', { actor: 'CREATOR' }, ['ADVERTISER']],
    ['assignment.cancelled', { actor: 'ADVERTISER' }, ['CREATOR']],
    ['assignment.cancelled', { actor: 'STAFF' }, ['CREATOR', 'ADVERTISER']],
    ['assignment.disputed', { actor: 'CREATOR' }, ['CREATOR', 'ADVERTISER']],
    ['assignment.disputed', { actor: 'ADVERTISER' }, ['CREATOR', 'ADVERTISER']],
    ['assignment.resolved', { actor: 'STAFF' }, ['CREATOR', 'ADVERTISER']],
    ['change_proposal.opened', { actor: 'CREATOR' }, ['ADVERTISER']],
    ['change_proposal.opened', { actor: 'ADVERTISER' }, ['CREATOR']],
    ['change_proposal.accepted', { actor: 'CREATOR', data: dates }, ['ADVERTISER']],
    ['change_proposal.accepted', { actor: 'ADVERTISER', data: dates }, ['CREATOR']],
    ['change_proposal.accepted', { actor: 'CREATOR', data: { proposalId: 5, kind: 'CANCEL' } }, []],
    ['change_proposal.declined', { actor: 'CREATOR' }, ['ADVERTISER']],
    ['change_proposal.declined', { actor: 'ADVERTISER' }, ['CREATOR']],
    ['change_proposal.withdrawn', { actor: 'CREATOR' }, ['ADVERTISER']],
    ['change_proposal.withdrawn', { actor: 'ADVERTISER' }, ['CREATOR']],
    ['change_proposal.closed', { actor: 'CREATOR' }, []],
    ['deliverable.updated', { actor: 'CREATOR' }, []],
    ['proof.verified', { actor: 'CREATOR' }, []],
    ['proof.rejected', { actor: 'CREATOR' }, []],
    ['deadline.reminder', {}, ['CREATOR']],
    ['deadline.missed', {}, ['CREATOR', 'ADVERTISER']],
  ])('about %s, with %j, are the listed ones', (kind, changes, expected) => {
    expect(readers(kind, changes).sort()).toEqual([...expected].sort());
  });
});

test('an email never contains texts of the other party or staff, nor the money of the other side', () => {
  const data = {
    reason: 'CANARY',
    description: 'CANARY',
    note: 'CANARY',
    results: ['CANARY'],
    fileName: 'CANARY',
    url: 'CANARY',
    proposalId: 5,
    kind: 'CANCEL',
  };
  for (const kind of assignmentEventKinds)
    for (const actor of eventActors) {
      const { ADVERTISER, CREATOR } = mails(kind, { actor, data });
      expect(JSON.stringify([ADVERTISER, CREATOR])).not.toContain('CANARY');
      expect(JSON.stringify(ADVERTISER) ?? '').not.toContain('USDT');
      expect(JSON.stringify(CREATOR) ?? '').not.toContain('100.00');
    }
});

test.each([
  [1_050_000n, '1.05 USDT'],
  [90_000_000n, '90.00 USDT'],
  [1n, '0.000001 USDT'],
  [0n, '0.00 USDT'],
  [123_456_789_500_000n, '123456789.50 USDT'],
])('an email shows %s minor units as %s', (minor, text) => {
  expect(usdtOf(minor)).toBe(text);
});
