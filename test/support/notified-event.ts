import type { NotifiedEvent } from '../../db/notifications/outbox.ts';
import type { NotifiedParty } from '../../db/notifications/recipients.ts';
import type { AssignmentEventKind } from '../../schema/shared/enums.ts';

const aParty = (userId: number): NotifiedParty => ({
  userId,
  email: `user-${userId}@castline.example`,
  isEmailVerified: false,
  isExternal: false,
  isSuspended: false,
  mutedTopics: [],
  endpointIds: [],
});

/** Event 7, the third of assignment 34 of order 12: five streams at 100 USDT, of which 10 are the creator's fee. */
export const aNotifiedEvent = (kind: AssignmentEventKind, changes: Partial<NotifiedEvent> = {}): NotifiedEvent => ({
  outboxId: 70,
  eventId: 7,
  seq: 3,
  kind,
  actor: 'SYSTEM',
  at: '2026-11-21T17:00:00.000Z',
  data: {},
  assignmentId: 34,
  orderId: 12,
  type: 'STREAM',
  quantity: 5,
  base: '100000000',
  creatorFee: '10000000',
  dueAt: '2026-12-21T17:30:59.999Z',
  acceptBy: '2026-11-24T17:00:00.000Z',
  approveBy: null,
  changesRequestedAt: null,
  advertiser: aParty(1),
  creator: aParty(2),
  ...changes,
});
