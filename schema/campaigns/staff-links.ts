import * as z from 'zod';
import { blockInput, blockState } from '../shared/block.ts';
import { id, pathId } from '../shared/ids.ts';
import { instant } from '../shared/instants.ts';
import { lazy } from '../shared/lazy.ts';
import { declare } from '../shared/operation.ts';
import { dataOf, idPage, listOf } from '../shared/page.ts';
import { pasted } from '../shared/text.ts';
import { linkStates } from './campaign-terms.ts';

const staffLink = lazy(() =>
  z
    .strictObject({
      id: id().describe('Id of the link.'),
      code: z.string().describe('Last segment of url.'),
      url: z.string().describe('Address that people open.').meta({ example: 'https://castline.example/t/7Hq2ZkT9xB' }),
      destinationUrl: z.string().describe('Page that the link leads to.'),
      state: z.enum(linkStates).describe('Whether the link redirects now, or why it does not.'),
      campaignId: id().describe('Id of the campaign of the link.'),
      campaignTitle: z.string().describe('Name of the campaign of the link.'),
      advertiserId: id().describe('User id of the advertiser who made the link.'),
      advertiserName: z.string().describe('Name of the advertiser who made the link.'),
      clicks: z.int().nonnegative().describe('Counted clicks of people.'),
      createdAt: instant().describe('When the advertiser made the link.'),
      blockedAt: instant().nullable().describe('When staff switched the link off; null if it is not blocked.'),
      blockReason: z
        .string()
        .nullable()
        .describe('Why staff switched the link off. Everybody who opens the link reads it. null if it is not blocked.'),
    })
    .meta({ id: 'StaffTrackingLink' }),
);
export type StaffLinkView = z.output<ReturnType<typeof staffLink>>;

export const ListTrackingLinksForStaff = declare({
  name: 'ListTrackingLinksForStaff',
  method: 'get',
  access: 'staff',
  tag: 'Staff reviews',
  path: '/staff/tracking-links',
  summary: 'List the tracking links of all campaigns',
  description: 'Lists the tracking links, newest first, or finds the one with a code.',
  query: () =>
    z.object({
      ...idPage(),
      code: pasted(2_000)
        .optional()
        .describe('Only the link with this code: the code itself, or the address of the link.'),
    }),
  success: 200,
  answer: () => listOf(staffLink()),
  errors: ['INVALID_CURSOR'],
  idempotency: 'none',
  rate: 'read',
});

export const BlockTrackingLink = declare({
  name: 'BlockTrackingLink',
  method: 'put',
  access: 'staff',
  tag: 'Staff reviews',
  path: '/staff/tracking-links/{id}/block',
  summary: 'Block or unblock a tracking link',
  description:
    'Switches the link off within a second: its address shows a page with the reason (410), and does not redirect. Its advertiser sees the ' +
    'block and its reason. A second block changes the reason and keeps the time of the first.',
  params: () => z.object({ id: pathId() }),
  body: blockInput,
  success: 200,
  answer: () => dataOf(z.strictObject({ id: id(), ...blockState() })),
  errors: [],
  idempotency: 'optional',
  rate: 'write',
});
