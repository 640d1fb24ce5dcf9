import * as z from 'zod';
import {
  campaignEventActors,
  campaignEventKinds,
  postEventKinds,
  postFlags,
  rejectionReasons,
} from '../campaigns/campaign-terms.ts';
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
import { testKind } from './webhook-terms.ts';

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

/** The call for an event of a post of a campaign. */
export const postEventCall = lazy(() =>
  z
    .strictObject({
      type: z.enum(postEventKinds),
      timestamp: instant().describe('When the event happened. `webhook-timestamp` is the time of the attempt.'),
      data: z.strictObject({
        postId: id().describe('Id of the post in this service.'),
        campaignId: id().describe('Id of the campaign that the post was submitted to.'),
        socialAccountId: id().describe('The account that published the post.'),
        platform: z.enum(platforms).describe('The platform of the post.'),
        actor: z.enum(campaignEventActors).describe('Cause of the event: a party or the system.'),
        role: z.enum(parties).describe('Your side of the campaign.'),
        reason: z.enum(rejectionReasons).nullable().describe('Why the post was rejected; null for other events.'),
        flags: z
          .array(z.enum(postFlags))
          .describe('What is unusual in the measurement, as far as you may see it; empty for other events.'),
      }),
    })
    .meta({ id: 'PostEventCall' }),
);

/** The call for an event of a campaign. */
export const campaignEventCall = lazy(() =>
  z
    .strictObject({
      type: z.enum(campaignEventKinds),
      timestamp: instant().describe('When the event happened. `webhook-timestamp` is the time of the attempt.'),
      data: z.strictObject({
        campaignId: id().describe('Id of your campaign.'),
        actor: z.enum(campaignEventActors).describe('Cause of the event: you or the system.'),
      }),
    })
    .meta({ id: 'CampaignEventCall' }),
);

/** The call of a test. */
export const testCall = lazy(() =>
  z
    .strictObject({ type: z.literal(testKind), timestamp: instant(), data: z.strictObject({ endpointId: id() }) })
    .meta({ id: 'TestCall' }),
);
