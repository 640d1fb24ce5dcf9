import type { NotifiedEvent } from '../../../db/notifications/outbox.ts';
import type { Party } from '../../../schema/shared/enums.ts';

/**
 * What an endpoint is told (Standard Webhooks, payload structure): which event of which assignment, and nothing that can change.
 * Of the event's data only what refers, counts or dates: what somebody wrote can hold anything, and is read in the history.
 */
export const callBody = ({ kind, at, data, ...event }: NotifiedEvent, role: Party) => ({
  type: kind,
  timestamp: at,
  data: {
    eventId: event.eventId,
    seq: event.seq,
    assignmentId: event.assignmentId,
    orderId: event.orderId,
    actor: event.actor,
    role,
    data: Object.fromEntries(Object.entries(data).filter(([name]) => plain.has(name))),
  },
});

const plain: ReadonlySet<string> = new Set([
  'auto',
  'creatorShareBps',
  'deliverableId',
  'dueAt',
  'kind',
  'outcome',
  'position',
  'proposalId',
  'uploadId',
]);
