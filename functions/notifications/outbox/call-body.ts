import type { NotifiedEvent } from '../../../db/notifications/outbox.ts';
import type { Party } from '../../../schema/shared/enums.ts';

/**
 * The body of a webhook call (Standard Webhooks, payload structure). It names the event and its assignment, and holds nothing that can
 * change. It takes only references, counts and dates from the event's data: free text can hold anything, and the history has it.
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
