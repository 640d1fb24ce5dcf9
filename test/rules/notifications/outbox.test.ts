import { describe, expect, test, vi } from 'vitest';
import type { NotifiedEvent } from '../../../db/notifications/outbox.ts';
import { callBody } from '../../../functions/notifications/outbox/call-body.ts';
import { messagesOf } from '../../../functions/notifications/outbox/messages-of.ts';
import {
  isReachable,
  leaseSeconds,
  maxQueueDelay,
  nextAttemptIn,
} from '../../../functions/notifications/outbox/rules.ts';
import { nudge } from '../../../functions/platform/queue.ts';
import { assignmentEventKinds, eventActors } from '../../../schema/shared/enums.ts';
import { aToldEvent } from '../../support/told-event.ts';

const hour = 3_600;

describe('attempts', () => {
  test.each([
    [1, 5],
    [2, 300],
    [3, 1_800],
    [4, 2 * hour],
    [5, 5 * hour],
    [6, 10 * hour],
    [7, 14 * hour],
    [8, 20 * hour],
    [9, 24 * hour],
  ])(
    'after attempt %i the next waits %i s, up to a tenth longer, and the same whenever it is asked',
    (attempts, delay) => {
      const waits = Array.from({ length: 200 }, (_, id) => nextAttemptIn(id + 1, attempts) ?? 0);
      for (const wait of waits) {
        expect(wait).toBeGreaterThanOrEqual(delay);
        expect(wait).toBeLessThanOrEqual(Math.ceil(delay * 1.1));
      }
      if (delay > 5) expect(new Set(waits).size).toBeGreaterThan(20);
      expect(waits).toEqual(waits.map((_, id) => nextAttemptIn(id + 1, attempts)));
    },
  );

  test('after the tenth there is none', () => {
    expect([nextAttemptIn(1, 10), nextAttemptIn(1, 11), nextAttemptIn(1, 400)]).toEqual([null, null, null]);
  });

  test('the queue takes delays of 12 hours, and a lease outlasts what a sender waits for', () => {
    expect(maxQueueDelay).toBe(43_200);
    expect(leaseSeconds).toBe(60);
  });
});

describe('an address', () => {
  const given = { email: 'a@castline.example', isEmailVerified: false, isExternal: false };
  test.each([
    ['that was signed up with', {}, false, true],
    ['that was signed up with, while verification is demanded', {}, true, false],
    ['that was verified', { isEmailVerified: true }, true, true],
    ['that an issuer names', { isExternal: true }, false, false],
    ['that an issuer has verified', { isExternal: true, isEmailVerified: true }, true, true],
    ['that we made up', { email: 'abc@external.invalid', isEmailVerified: true }, false, false],
  ])('%s', (_, changes, isDemanded, isUsed) => {
    expect(isReachable({ ...given, ...changes }, isDemanded)).toBe(isUsed);
  });
});

describe('the queue is nudged', () => {
  const nudged = (start: number) => {
    const sent: [number, number][] = [];
    const at = (ms: number) =>
      nudge(async (_, delaySeconds = 0) => {
        sent.push([ms, delaySeconds]);
      }, start + ms);
    return { sent, at };
  };

  test('at once by the first, for the end of the second by the next, and by nobody else who is seen by that', async () => {
    const { sent, at } = nudged(1_000_000);
    for (const ms of [0, 1, 400, 999, 1_000, 1_001, 1_999, 2_000, 9_000]) await at(ms);
    expect(sent).toEqual([
      [0, 0],
      [1, 1],
      [1_000, 1],
      [2_000, 1],
      [9_000, 0],
    ]);
  });

  test('by the next who comes, when the queue took nothing', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { sent, at } = nudged(2_000_000);
    await nudge(() => Promise.reject(new Error('no queue')), 2_000_000);
    await at(1);
    expect(sent).toEqual([[1, 0]]);
    vi.restoreAllMocks();
  });
});

describe('a call', () => {
  test('says which event of which assignment, whose side the reader is on, and of its data what refers, counts or dates', () => {
    const event = aToldEvent('change_proposal.opened', {
      actor: 'CREATOR',
      data: { proposalId: 5, kind: 'DUE_DATE', dueAt: '2026-12-24T12:00:00.000Z', note: 'a note', fileName: 'a.pdf' },
    });
    expect(callBody(event, 'ADVERTISER')).toEqual({
      type: 'change_proposal.opened',
      timestamp: '2026-11-21T17:00:00.000Z',
      data: {
        eventId: 7,
        seq: 3,
        assignmentId: 34,
        orderId: 12,
        actor: 'CREATOR',
        role: 'ADVERTISER',
        data: { proposalId: 5, kind: 'DUE_DATE', dueAt: '2026-12-24T12:00:00.000Z' },
      },
    });
  });
});

describe('the messages of an event', () => {
  test.each(assignmentEventKinds)('of %s hold nothing of what was handed in, nor what anybody wrote', (kind) => {
    const results = [
      { deliverableId: 9, position: 1, url: 'https://canary.example/1', contentId: 'CANARY', uploadIds: ['CANARY'] },
    ];
    const data = {
      results,
      reason: 'CANARY reason',
      description: 'CANARY description',
      note: 'CANARY',
      fileName: 'CANARY',
    };
    for (const actor of eventActors) {
      const event = aToldEvent(kind, {
        ...{ actor, data },
        advertiser: { ...advertiser, endpointIds: [8] },
        creator: { ...creator, endpointIds: [9] },
      });
      const messages = messagesOf(event, settings);
      expect(messages.filter(({ channel }) => channel === 'WEBHOOK')).toHaveLength(2);
      expect(JSON.stringify(messages)).not.toMatch(/canary/i);
      expect(callBody(event, 'ADVERTISER').data.data).toEqual({});
    }
  });

  const settings = {
    BASE_URL: 'https://castline.example',
    MAIL_URL: 'https://mail.example',
    EMAIL_VERIFICATION: false,
    LATE_CANCEL_HOURS: 72,
  };
  const told = (changes: Partial<NotifiedEvent> = {}, others: Partial<typeof settings> = {}) =>
    messagesOf(aToldEvent('deadline.missed', changes), { ...settings, ...others }).map(
      ({ channel, recipientId, endpointId }) => [channel, recipientId, endpointId],
    );
  const { advertiser, creator } = aToldEvent('deadline.missed');

  test('are a mail to each party that has something to read, and a call of each endpoint that wants it', () => {
    expect(told({ advertiser: { ...advertiser, endpointIds: [8, 9] } })).toEqual([
      ['WEBHOOK', 1, 8],
      ['WEBHOOK', 1, 9],
      ['MAIL', 1, null],
      ['MAIL', 2, null],
    ]);
    expect(messagesOf(aToldEvent('deliverable.updated'), settings)).toEqual([]);
  });

  test('are none to who is suspended, and no mail to who has no address or where none is sent', () => {
    const parties = {
      advertiser: { ...advertiser, endpointIds: [8], isSuspended: true },
      creator: { ...creator, endpointIds: [9], isExternal: true },
    };
    expect(told(parties)).toEqual([['WEBHOOK', 2, 9]]);
    const { MAIL_URL: _, ...withoutMail } = settings;
    expect(messagesOf(aToldEvent('deadline.missed'), { ...withoutMail, MAIL_URL: undefined })).toEqual([]);
  });

  test('are all but what cannot be written, which is logged', () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const withEndpoint = { advertiser: { ...advertiser, endpointIds: [8] } };
    expect(told({ ...withEndpoint, kind: 'assignment.approved', base: 'no number' })).toEqual([['WEBHOOK', 1, 8]]);
    const data: NotifiedEvent['data'] = {
      get position(): number {
        throw new Error('data that breaks');
      },
    };
    expect(told({ ...withEndpoint, data })).toEqual([
      ['MAIL', 1, null],
      ['MAIL', 2, null],
    ]);
    expect(logged.mock.calls.flat().map((line) => JSON.parse(line))).toMatchObject([
      { event: 'outbox.not-written', eventId: 7, kind: 'assignment.approved' },
      { event: 'outbox.not-written', eventId: 7, kind: 'deadline.missed', cause: 'Error: data that breaks' },
    ]);
    vi.restoreAllMocks();
  });
});
