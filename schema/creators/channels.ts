import * as z from 'zod';
import { platforms, streamingPlatforms } from '../shared/enums.ts';
import { id, pathId } from '../shared/ids.ts';
import { instant } from '../shared/instants.ts';
import { lazy } from '../shared/lazy.ts';
import { declare } from '../shared/operation.ts';
import { dataOf, idPage, listOf } from '../shared/page.ts';
import { text, words } from '../shared/text.ts';
import { channelKinds, channelStatuses, ownershipStatuses } from './creators.ts';

const tag = 'Channels';
export const maxChannels = 20;
export const channelUrlLength = 500;

export const channel = lazy(() =>
  z
    .strictObject({
      id: id(),
      kind: z.enum(channelKinds).describe('NATIVE on a connected social account, MANUAL by address.'),
      platform: z.enum(platforms),
      handle: z.string(),
      canonicalUrl: z.url(),
      socialAccountId: id().nullable().describe('Of a NATIVE channel; null for a MANUAL one.'),
      status: z.enum(channelStatuses),
      ownership: z.enum(ownershipStatuses).describe('Optional: neither publication nor purchase waits for it.'),
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
      canonicalUrl: text(1, channelUrlLength)
        .optional()
        .meta({
          description:
            'The public https address of the channel on that platform. Its query and fragment are dropped, its host and, where ' +
            'the platform ignores case, its name are normalised. It is never fetched.',
          example: 'https://www.youtube.com/@mika.plays',
        }),
      handle: text(1, 100).optional().describe('Instead of canonicalUrl, on TWITCH and KICK alone.'),
    })
    .superRefine(({ platform, canonicalUrl, handle }, context) => {
      const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
      if (canonicalUrl === undefined && handle === undefined) refuse('canonicalUrl', 'is required');
      else if (canonicalUrl !== undefined && handle !== undefined)
        refuse('handle', 'must not stand beside canonicalUrl');
      else if (handle !== undefined && !streamingPlatforms.some((name) => name === platform))
        refuse('handle', `alone is accepted on ${streamingPlatforms.join(' and ')} only: send canonicalUrl`);
    }),
);

const native = lazy(() =>
  z.strictObject({
    kind: z.literal('NATIVE'),
    socialAccountId: id().describe('An own social account that is active and verified.'),
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
  description: 'The channels of the caller, oldest first. Removed ones are left out.',
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
    'A MANUAL channel by its address (or, on TWITCH and KICK, by its handle alone), or a NATIVE one on a social account. A ' +
    `creator has at most ${maxChannels}; one more is 409 INVALID_STATE (LIMIT_REACHED). A social account of somebody else is 404; an own one that is not active and verified is 403 ` +
    'ACCOUNT_ACCESS_DENIED.',
  role: 'CREATOR',
  body: () => newChannel(),
  success: 201,
  answer: () => dataOf(channel()),
  errors: ['RESOURCE_NOT_FOUND', 'ACCOUNT_ACCESS_DENIED', 'CHANNEL_EXISTS', 'INVALID_STATE'],
  idempotency: 'required',
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
    'The channel and its services leave the catalog at once, and cannot be ordered any more. What was ordered stands. A ' +
    'blocked channel cannot be removed.',
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
  tag: 'Staff',
  summary: 'Block a channel, or end the block',
  description:
    'A blocked channel and its services are hidden at once and cannot be ordered, priced or removed. Blocking again changes ' +
    'the reason and keeps the time. A removed channel is 404.',
  params: () => channelPath(),
  body: () =>
    z
      .strictObject({
        blocked: z.boolean(),
        reason: words(1_000).optional().describe('Required to block.'),
      })
      .refine(({ blocked, reason }) => !blocked || reason !== undefined, {
        path: ['reason'],
        message: 'is required to block',
      }),
  success: 200,
  answer: () =>
    dataOf(
      z.strictObject({
        id: id(),
        blocked: z.boolean(),
        blockedAt: instant().nullable(),
        reason: z.string().nullable(),
      }),
    ),
  errors: [],
  idempotency: 'none',
  rate: 'write',
  example: { body: { blocked: true, reason: 'Impersonates another creator' } },
});
