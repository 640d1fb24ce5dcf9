import * as z from 'zod';
import { platforms } from '../shared/enums.ts';
import { id, pathId } from '../shared/ids.ts';
import { instant } from '../shared/instants.ts';
import { lazy } from '../shared/lazy.ts';
import { money } from '../shared/money.ts';
import { declare } from '../shared/operation.ts';
import { dataOf, idPage, listOf } from '../shared/page.ts';
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
      payment: payment().describe('What you get, without fees.'),
      maxPerPost: money().nullable().describe('Most that one post can earn, in USD; null without a limit.'),
      requirements: requirements().describe('What a post must meet; the advertiser checks it.'),
      endsAt: instant().nullable().describe('The campaign ends by itself then; null for no end.'),
      takenAt: instant().nullable().describe('When you took the offer; null before.'),
      accountIds: z.array(id()).describe('Your social accounts that can submit posts.'),
      trackingLinks: z
        .array(creatorLink())
        .describe('Links that the advertiser made for your social accounts, newest first.'),
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
  summary: 'List offers',
  description:
    'Lists the running campaigns that you can work on, the latest start first: those of other users, with a platform at which you have an active, verified account.',
  query: () => z.object(idPage()),
  answer: () => listOf(offer()),
  errors: ['INVALID_CURSOR'],
  idempotency: 'none',
  rate: 'read',
});

export const TakeOffer = declare({
  ...common,
  name: 'TakeOffer',
  method: 'post',
  path: '/offers/{id}/take',
  summary: 'Take an offer',
  description:
    'Takes the offer, so that you can submit posts that you publish from now on. If you have taken it before, the first time stays. If all your accounts that fit are at platforms whose terms let others see the metrics only with your consent, `shareMetrics` must be true. It gives the consent for these accounts, see `sharingTexts` of the dictionaries. If none of these accounts is connected, 409 INVALID_STATE (GRANT_REQUIRED). A paused campaign returns 409 INVALID_STATE.',
  isForVerified: true,
  params: () => z.object({ id: pathId() }),
  body: () =>
    z.strictObject({
      shareMetrics: z
        .boolean()
        .optional()
        .describe('Consent to show the advertiser the metrics of your posts, for each of accountIds that needs it.'),
    }),
  answer: () => dataOf(offer()),
  errors: ['INVALID_STATE'],
  idempotency: 'optional',
  rate: 'write',
});
