import * as z from 'zod';
import { assignment } from '../placements/assignments.ts';
import { assignmentEventKinds, eventActors, parties, platforms } from '../shared/enums.ts';
import { id } from '../shared/ids.ts';
import { instant } from '../shared/instants.ts';
import { lazy } from '../shared/lazy.ts';
import { declare } from '../shared/operation.ts';
import { dataOf } from '../shared/page.ts';
import { wallet } from '../wallet/wallet.ts';

/** The rows of each list. */
export const overviewRows = 10;
/** Larger counts stop here, so that an overview of much work stays quick. */
export const overviewCount = 1_000;

const counted = lazy(() =>
  z.int().min(0).max(overviewCount).describe(`At most ${overviewCount}, also if there are more.`),
);

const waiting = lazy(() =>
  z.strictObject({
    assignments: z
      .array(assignment())
      .max(overviewRows)
      .describe(
        'Assignments that wait for the caller, the first deadline first: to accept, deliver, approve, or to answer a proposal.',
      ),
    assignmentsTotal: counted(),
    orders: counted().describe('Orders that are not funded yet.'),
    campaigns: z
      .array(
        z.strictObject({
          id: id().describe('Id of the campaign.'),
          title: z.string(),
          posts: counted(),
          decideBy: instant().describe('When the first of these posts is accepted automatically.'),
        }),
      )
      .max(overviewRows)
      .describe(
        'Campaigns with posts on moderation: their number, and the first time at which one is accepted automatically.',
      ),
    accounts: z
      .array(
        z.strictObject({
          id: id().describe('Id of the social account.'),
          platform: z.enum(platforms),
          handle: z.string(),
        }),
      )
      .max(overviewRows)
      .describe('Social accounts whose connection has expired.'),
    factories: z
      .array(
        z.strictObject({
          id: id().describe('Id of the factory.'),
          name: z.string().describe('Name of the factory.'),
        }),
      )
      .max(overviewRows)
      .describe('Content factories that are paused because the credits are used up.'),
    staff: z
      .strictObject({ disputes: counted(), ownershipReviews: counted(), recordings: counted() })
      .nullable()
      .describe('Only for staff; null for everybody else.'),
  }),
);

const overview = lazy(() =>
  z
    .strictObject({
      wallet: wallet().describe('Money of the caller, as the wallet answers it.'),
      waiting: waiting().describe('What waits for the caller.'),
      events: z
        .array(
          z.strictObject({
            assignmentId: id(),
            role: z.enum(parties).describe('The side of the caller.'),
            title: z.string().nullable().describe('Title of the service; null for custom offers.'),
            counterpartName: z.string().describe('Display name of the other party.'),
            kind: z.enum(assignmentEventKinds),
            actor: z.enum(eventActors),
            at: instant(),
          }),
        )
        .max(overviewRows)
        .describe('The latest events of the newest 20 assignments of the caller, newest first.'),
      steps: z
        .strictObject({
          hasProfile: z.boolean().describe('The creator has a display name.'),
          hasChannel: z.boolean().describe('The creator has added a channel.'),
          hasService: z.boolean().describe('A service of the creator is ready to be published.'),
          isPublished: z.boolean().describe('The page of the creator is public.'),
          hasFunds: z.boolean().describe('Money was credited to the wallet at some time.'),
          hasOrder: z.boolean().describe('The advertiser has drafted an order.'),
          hasCampaign: z.boolean().describe('The advertiser has made a campaign, also a draft.'),
          hasApiKey: z.boolean().describe('The user has an API key that is not deleted.'),
        })
        .describe('The first steps of a new user, done or not.'),
    })
    .meta({ id: 'Overview' }),
);
export type OverviewView = z.output<ReturnType<typeof overview>>;

export const GetOverview = declare({
  name: 'GetOverview',
  method: 'get',
  path: '/me/overview',
  access: 'participant',
  tag: 'Account',
  summary: 'Get what waits for you',
  description:
    'Returns the balance, the work and the decisions that wait for the caller, the latest events and the first steps. The ' +
    'actions of each assignment are the same as in its own response.',
  success: 200,
  answer: () => dataOf(overview()),
  errors: [],
  idempotency: 'none',
  rate: 'read',
});
