import * as z from 'zod';
import { platforms } from '../shared/enums.ts';
import { id, pathId } from '../shared/ids.ts';
import { instant } from '../shared/instants.ts';
import { lazy } from '../shared/lazy.ts';
import { money } from '../shared/money.ts';
import { declare } from '../shared/operation.ts';
import { dataOf, idPage, listOf } from '../shared/page.ts';
import { readVersion } from '../social-accounts/read-text.ts';
import { payment, requirements } from './campaign.ts';
import { creatorLink } from './tracking-link.ts';

const tag = 'Offers';

// It must not depend on budget, spend or other creators.
const offer = lazy(() =>
  z
    .strictObject({
      id: id().describe('Id of the campaign.'),
      title: z.string().describe('Name of the campaign.'),
      brief: z.string(),
      advertiserName: z.string().describe('Name of the advertiser.'),
      platforms: z.array(z.enum(platforms)).describe('Platforms whose posts are paid.'),
      payment: payment().describe('What you get. Castline deducts no fee.'),
      maxPerPost: money().nullable().describe('Maximum that one post can earn, in USD; null without a maximum.'),
      requirements: requirements().describe('What a post must meet; the advertiser checks it.'),
      endsAt: instant().nullable().describe('The service ends the campaign at this time; null: no end time.'),
      takenAt: instant().nullable().describe('When you took the campaign offer; null before.'),
      accountIds: z.array(id()).describe('Your social accounts whose posts you can submit.'),
      trackingLinks: z
        .array(creatorLink())
        .describe('Links that the advertiser made for your social accounts and that redirect, newest first.'),
    })
    .meta({ id: 'Offer' }),
);
export type OfferView = z.output<ReturnType<typeof offer>>;

const common = { access: 'participant', tag, role: 'CREATOR', success: 200 } as const;

export const ListOffers = declare({
  ...common,
  name: 'ListOffers',
  method: 'get',
  path: '/offers',
  summary: 'List campaign offers',
  description:
    'Lists the running campaigns that you can work on, the latest start first. You can work on a campaign of another user if you have an ' +
    'active, verified account at one of its platforms.',
  query: () => z.object(idPage()),
  answer: () => listOf(offer()),
  errors: ['INVALID_CURSOR'],
  idempotency: 'none',
  rate: 'read',
});

export const GetOffer = declare({
  ...common,
  name: 'GetOffer',
  method: 'get',
  path: '/offers/{id}',
  summary: 'Get a campaign offer',
  description:
    'Returns the campaign offer of a running or paused campaign that you can work on. Only a running one can be taken.',
  params: () => z.object({ id: pathId() }),
  answer: () => dataOf(offer()),
  errors: [],
  idempotency: 'none',
  rate: 'read',
});

export const TakeOffer = declare({
  ...common,
  name: 'TakeOffer',
  method: 'post',
  path: '/offers/{id}/take',
  summary: 'Take a campaign offer',
  description:
    'Takes the campaign offer. You can then submit posts that you publish from now on. If you have taken the offer before, takenAt does not ' +
    'change. Some platforms let others see your metrics only with your consent. If every account of accountIds is at such a platform ' +
    'and has no consent yet, `shareMetrics` must be true (else 400 VALIDATION_FAILED), and at least one of these accounts must be ' +
    'connected (else 409 INVALID_STATE, GRANT_REQUIRED). `shareMetrics` gives the consent for each connected account that needs it ' +
    '(see `sharingTexts` of the dictionaries). A paused campaign returns 409 INVALID_STATE.',
  isForVerified: true,
  params: () => z.object({ id: pathId() }),
  body: () =>
    z.strictObject({
      shareMetrics: z
        .boolean()
        .optional()
        .describe('Consent to show the advertiser the metrics of your posts, for each of accountIds that needs it.'),
      sharingVersion: readVersion(),
    }),
  answer: () => dataOf(offer()),
  errors: ['INVALID_STATE', 'VERSION_CONFLICT'],
  idempotency: 'optional',
  rate: 'write',
});
