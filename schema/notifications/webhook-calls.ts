import * as z from 'zod';
import {
  accountEventActors,
  accountEventKinds,
  assignmentEventKinds,
  eventActors,
  parties,
  platforms,
} from '../shared/enums.ts';
import { id } from '../shared/ids.ts';
import { instant } from '../shared/instants.ts';
import { lazy } from '../shared/lazy.ts';
import { testKind } from './webhooks.ts';

/** The call for an event of an assignment. Only the OpenAPI document and tests use these schemas: the service writes calls and never parses them. */
export const eventCall = lazy(() =>
  z
    .strictObject({
      type: z.enum(assignmentEventKinds),
      timestamp: instant().describe('When the event happened. `webhook-timestamp` is the time of the attempt.'),
      data: z.strictObject({
        eventId: id(),
        seq: z
          .int()
          .min(1)
          .describe(
            'Sequence number of the event within the assignment, from 1 without gaps. Use it to order the events.',
          ),
        assignmentId: id(),
        orderId: id(),
        actor: z.enum(eventActors),
        role: z.enum(parties).describe('Your side of the assignment.'),
        data: z
          .record(z.string(), z.json())
          .describe('Ids, counts and dates from the data of the event. The history of the assignment has all data.'),
      }),
    })
    .meta({ id: 'AssignmentEventCall' }),
);

/** The call for an event of a social account. */
export const accountEventCall = lazy(() =>
  z
    .strictObject({
      type: z.enum(accountEventKinds),
      timestamp: instant().describe('When the event happened. `webhook-timestamp` is the time of the attempt.'),
      data: z.strictObject({
        socialAccountId: id().describe('Id of the social account of the receiver.'),
        platform: z.enum(platforms),
        actor: z.enum(accountEventActors),
      }),
    })
    .meta({ id: 'AccountEventCall' }),
);

/** The call of a test. */
export const testCall = lazy(() =>
  z
    .strictObject({ type: z.literal(testKind), timestamp: instant(), data: z.strictObject({ endpointId: id() }) })
    .meta({ id: 'TestCall' }),
);
