import * as z from 'zod';
import { blockInput, blockState } from '../shared/block.ts';
import { platforms, streamingPlatforms } from '../shared/enums.ts';
import { id, namedId, pathId } from '../shared/ids.ts';
import { instant } from '../shared/instants.ts';
import { lazy } from '../shared/lazy.ts';
import { declare } from '../shared/operation.ts';
import { dataOf, idPage, listOf } from '../shared/page.ts';
import { pasted } from '../shared/text.ts';
import { channelKinds, channelStatuses, ownershipStatuses } from './creators.ts';

const tag = 'Channels';
export const maxChannels = 20;
export const channelUrlLength = 500;

export const channel = lazy(() =>
  z
    .strictObject({
      id: id(),
      kind: z
        .enum(channelKinds)
        .describe('NATIVE: on a connected social account. MANUAL: added by its address or handle.'),
      platform: z.enum(platforms),
      handle: z.string(),
      canonicalUrl: z.url(),
      socialAccountId: id().nullable().describe('Id of the social account of a NATIVE channel; null for a MANUAL one.'),
      status: z.enum(channelStatuses),
      ownership: z.enum(ownershipStatuses).describe('Proof of ownership. It is optional for publishing and selling.'),
      version: z.int().min(1),
      createdAt: instant(),
      updatedAt: instant(),
    })
    .meta({ id: 'Channel' }),
);
export type ChannelView = z.output<ReturnType<typeof channel>>;

const manual = lazy(() =>
  z
    .strictObject({
      kind: z.literal('MANUAL'),
      platform: z.enum(platforms),
      canonicalUrl: pasted(channelUrlLength)
        .optional()
        .meta({
          description:
            'Public https address of the channel on that platform. The service drops query and fragment, normalises the host and, ' +
            'where the platform ignores case, the name. It never fetches the address.',
          example: 'https://www.youtube.com/@mika.plays',
        }),
      handle: pasted(100).optional().describe('Alternative to canonicalUrl, only for TWITCH and KICK.'),
    })
    .superRefine(({ platform, canonicalUrl, handle }, context) => {
      const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
      if (canonicalUrl === undefined && handle === undefined) refuse('canonicalUrl', 'is required');
      else if (canonicalUrl !== undefined && handle !== undefined)
        refuse('handle', 'must not be sent with canonicalUrl');
      else if (handle !== undefined && !streamingPlatforms.some((name) => name === platform))
        refuse('handle', `is accepted without canonicalUrl only for ${streamingPlatforms.join(' and ')}`);
    }),
);

const native = lazy(() =>
  z.strictObject({
    kind: z.literal('NATIVE'),
    socialAccountId: namedId().describe('Id of an active, verified social account of the caller.'),
  }),
);

const newChannel = lazy(() => z.discriminatedUnion('kind', [manual(), native()]));
export type NewChannel = z.output<ReturnType<typeof newChannel>>;

const channelPath = lazy(() => z.object({ id: pathId() }));

export const ListChannels = declare({
  name: 'ListChannels',
  method: 'get',
  path: '/influencer-channels',
  access: 'participant',
  tag,
  summary: 'List channels',
  description: 'Lists the channels of the caller, oldest first, without removed ones.',
  role: 'CREATOR',
  query: () => z.object(idPage()),
  success: 200,
  answer: () => listOf(channel()),
  errors: ['INVALID_CURSOR'],
  idempotency: 'none',
  rate: 'read',
});

export const CreateChannel = declare({
  name: 'CreateChannel',
  method: 'post',
  path: '/influencer-channels',
  access: 'participant',
  tag,
  summary: 'Add a channel',
  description:
    'Adds a MANUAL channel by its address (on TWITCH and KICK, its handle is enough), or a NATIVE channel on a social ' +
    `account. A creator has at most ${maxChannels} channels; one more returns 409 INVALID_STATE (LIMIT_REACHED). A social ` +
    'account of another user returns 404. An account that is not active and verified returns 403 ACCOUNT_ACCESS_DENIED. ' +
    'A NATIVE channel follows its account when it is renamed at the platform: handle, canonicalUrl and version change ' +
    'within five minutes after the service has read the new name, unless another channel has the new address.',
  role: 'CREATOR',
  body: () => newChannel(),
  success: 201,
  answer: () => dataOf(channel()),
  errors: ['RESOURCE_NOT_FOUND', 'ACCOUNT_ACCESS_DENIED', 'CHANNEL_EXISTS', 'INVALID_STATE'],
  idempotency: 'required',
  rate: 'write',
});

export const LinkChannel = declare({
  name: 'LinkChannel',
  method: 'put',
  path: '/influencer-channels/{id}/account',
  access: 'participant',
  tag,
  summary: 'Link a channel to an account',
  description:
    'Makes a MANUAL channel the NATIVE channel of the social account that it belongs to, so that its measured views and ' +
    'audience are shown. Services, prices and orders stay. The account must be active and verified, otherwise 403 ' +
    'ACCOUNT_ACCESS_DENIED, and must have the address of the channel, otherwise 400 VALIDATION_FAILED. An account of ' +
    'another user returns 404. If the account already has another channel, the response is 409 CHANNEL_EXISTS. If the channel ' +
    'is already on this account, the response is the unchanged channel. The response is 409 INVALID_STATE if the channel is ' +
    'on another account, is blocked, or if staff is reviewing its proof. A creator with a blocked YouTube channel gets 403 ' +
    'ACCOUNT_ACCESS_DENIED for any YouTube channel.',
  role: 'CREATOR',
  params: () => channelPath(),
  body: () =>
    z.strictObject({ socialAccountId: namedId().describe('Id of an active, verified social account of the caller.') }),
  success: 200,
  answer: () => dataOf(channel()),
  errors: ['RESOURCE_NOT_FOUND', 'ACCOUNT_ACCESS_DENIED', 'CHANNEL_EXISTS', 'INVALID_STATE'],
  idempotency: 'optional',
  rate: 'write',
});

export const DeleteChannel = declare({
  name: 'DeleteChannel',
  method: 'delete',
  path: '/influencer-channels/{id}',
  access: 'participant',
  tag,
  summary: 'Remove a channel',
  description:
    'Removes the channel and its services from the catalog at once. Nobody can order them any more; existing orders ' +
    'continue. A blocked channel cannot be removed.',
  role: 'CREATOR',
  params: () => channelPath(),
  success: 200,
  answer: () => dataOf(channel()),
  errors: ['INVALID_STATE'],
  idempotency: 'optional',
  rate: 'write',
});

export const BlockChannel = declare({
  name: 'BlockChannel',
  method: 'put',
  path: '/staff/channels/{id}/block',
  access: 'staff',
  tag: 'Staff reviews',
  summary: 'Block or unblock a channel',
  description:
    'Hides the channel and its services at once. A blocked channel cannot be ordered, priced or removed. A second block ' +
    'changes the reason and keeps the time of the first. A removed channel returns 404. A channel whose account was sold or deleted ' +
    'meanwhile is removed when its block ends.',
  params: () => channelPath(),
  body: blockInput,
  success: 200,
  answer: () =>
    dataOf(
      z.strictObject({
        id: id(),
        status: z
          .enum(channelStatuses)
          .describe('REMOVED: the block has ended after the account of the channel was sold or deleted.'),
        ...blockState(),
      }),
    ),
  errors: [],
  idempotency: 'none',
  rate: 'write',
  example: { body: { blocked: true, reason: 'Impersonates another creator' } },
});
