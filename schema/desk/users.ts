import * as z from 'zod';
import { maxChannels } from '../creators/channels.ts';
import { channelStatuses, ownershipStatuses, socialAccountStatuses } from '../creators/creators.ts';
import { portfolioPictures } from '../creators/portfolio-picture.ts';
import { apiKey } from '../identity/api-keys.ts';
import { platforms, queryEnum, roles } from '../shared/enums.ts';
import { id, pathId } from '../shared/ids.ts';
import { instant } from '../shared/instants.ts';
import { lazy } from '../shared/lazy.ts';
import { money, priceCents } from '../shared/money.ts';
import { declare } from '../shared/operation.ts';
import { dataOf, idPage, listOf } from '../shared/page.ts';
import { pasted } from '../shared/text.ts';
import { maxAccounts } from '../social-accounts/account-limits.ts';
import { wallet } from '../wallet/wallet.ts';
import { userSearches } from './user-searches.ts';

/** Larger counts stop here, so that the page of a busy user stays quick. */
export const maxUserCount = 10_000;

/** A search finds at most so many users; a longer text finds the others. */
export const maxFoundUsers = 1_000;
/** The keys of a user that staff sees. */
export const maxShownKeys = 20;

const userFields = lazy(() => ({
  id: id().describe('User id.'),
  displayName: z.string().describe('Name of the user.'),
  email: z.string().describe('Email address.'),
  isVerified: z.boolean().describe('The address is verified, or the issuer of the token vouches for it.'),
  roles: z.array(z.enum(roles)).describe('Roles of the user.'),
  suspendedAt: instant().nullable().describe('When the user was suspended; null while it is not.'),
  createdAt: instant().describe('When the user signed up.'),
}));
const listedUser = lazy(() => z.strictObject(userFields()).meta({ id: 'ListedUser' }));
export type ListedUserView = z.output<ReturnType<typeof listedUser>>;

const counted = lazy(() => z.int().min(0).max(maxUserCount));

const account = lazy(() =>
  z.strictObject({
    id: id().describe('Id of the social account.'),
    platform: z.enum(platforms).describe('Platform of the account.'),
    handle: z.string().describe('Name of the account at its platform.'),
    status: z.enum(socialAccountStatuses).describe('Status of the account.'),
  }),
);

const channel = lazy(() =>
  z.strictObject({
    id: id().describe('Id of the channel.'),
    platform: z.enum(platforms).describe('Platform of the channel.'),
    handle: z.string().describe('Name of the channel at its platform.'),
    canonicalUrl: z.string().describe('Address of the channel.'),
    status: z.enum(channelStatuses).describe('Status of the channel.'),
    ownership: z.enum(ownershipStatuses).describe('Proof of ownership.'),
    blockedAt: instant().nullable().describe('When staff blocked the channel; null if it is not blocked.'),
    blockReason: z.string().nullable().describe('Why staff has blocked the channel; null if it is not blocked.'),
  }),
);

const user = lazy(() =>
  z
    .strictObject({
      ...userFields(),
      suspensionReason: z.string().nullable().describe('Why the user was suspended; null while it is not.'),
      wallet: wallet().describe('Money of the user, as its own wallet shows it.'),
      balanceAfter: money()
        .nullable()
        .describe(
          'The balance after the deposit or withdrawal in the query; null without one. It is negative if a withdrawal exceeds the balance.',
        ),
      credits: z
        .strictObject({
          balance: z.int().describe('Credits of the user, with the reserved ones.'),
          reserved: z.int().describe('Credits that are reserved for scans.'),
        })
        .describe('Credits for content factories.'),
      counts: z
        .strictObject({
          orders: counted().describe('Orders of the user.'),
          assignments: counted().describe('Assignments with the user as a party.'),
          openAssignments: counted().describe('Number of assignments that have not ended.'),
          campaigns: counted().describe('Campaigns of the user.'),
          openCampaigns: counted().describe('Number of campaigns that are running or paused.'),
          openPosts: counted().describe(
            'Campaign posts of this creator that have unpaid earnings, or that are not rejected and belong to a campaign that is running or paused.',
          ),
          factories: counted().describe('Content factories of the user that are not deleted.'),
          sessions: counted().describe('Browsers in which the user is signed in.'),
          keys: counted().describe('API keys of the user that are not deleted.'),
        })
        .describe(`Numbers of objects, each at most ${maxUserCount}, also if there are more.`),
      keys: z.array(apiKey()).max(maxShownKeys).describe(`The newest ${maxShownKeys} API keys, without their secrets.`),
      accounts: z
        .array(account())
        .max(maxAccounts)
        .describe('The social accounts that are neither sold nor deleted, newest first.'),
      channels: z.array(channel()).max(maxChannels).describe('The channels that are not removed, oldest first.'),
      portfolio: portfolioPictures().describe(
        'The pictures of the portfolio, in their order; empty for a user without one.',
      ),
    })
    .meta({ id: 'UserForStaff' }),
);
export type UserForStaffView = z.output<ReturnType<typeof user>>;

export const ListUsers = declare({
  name: 'ListUsers',
  method: 'get',
  path: '/staff/users',
  access: 'staff',
  tag: 'Staff',
  summary: 'List users',
  description:
    `Lists users, newest first. With \`search\`, lists the first ${maxFoundUsers} users whose email address or name begins with it, without ` +
    'case, in alphabetical order; or the user with this id. A longer text finds the others.',
  query: () =>
    z.object({
      ...idPage(),
      by: queryEnum(userSearches).default('EMAIL').describe('What `search` is compared with.'),
      search: pasted(200).optional().describe('Beginning of the email address or of the name, or an id.'),
      suspended: z.literal('true').optional().describe('`true` lists only suspended users.'),
    }),
  success: 200,
  answer: () => listOf(listedUser()),
  errors: ['INVALID_CURSOR'],
  idempotency: 'none',
  rate: 'read',
});

export const GetUser = declare({
  name: 'GetUser',
  method: 'get',
  path: '/staff/users/{id}',
  access: 'staff',
  tag: 'Staff',
  summary: 'Get a user',
  description:
    'Returns a user with the balances, the numbers of objects, the API keys, the social accounts, the channels and the pictures of the portfolio. With `depositCents` or `withdrawalCents` it also ' +
    'returns the balance after such a payment, and books nothing.',
  params: () => z.object({ id: pathId() }),
  query: () =>
    z.object({
      depositCents: priceCents().optional().describe('Amount of a deposit, in cents.'),
      withdrawalCents: priceCents().optional().describe('Amount of a withdrawal, in cents.'),
    }),
  success: 200,
  answer: () => dataOf(user()),
  errors: ['INVALID_MONEY_PRECISION'],
  idempotency: 'none',
  rate: 'read',
});
