import * as z from 'zod';
import { pathId } from '../shared/ids.ts';
import { declare } from '../shared/operation.ts';
import { dataOf, idPage, listOf } from '../shared/page.ts';
import { maxTrackingLinks } from './campaign-terms.ts';
import { partyRead } from './operation-parts.ts';
import { trackingLink, trackingLinkInput } from './tracking-link.ts';

const tag = 'Tracking links';
const path = '/campaigns/{id}/tracking-links';

const read = { ...partyRead, role: 'ADVERTISER', tag } as const;

export const ListTrackingLinks = declare({
  ...read,
  name: 'ListTrackingLinks',
  path,
  summary: 'List the tracking links of a campaign',
  description: 'Lists the links of the campaign, newest first.',
  params: () => z.object({ id: pathId() }),
  query: () => z.object(idPage()),
  answer: () => listOf(trackingLink()),
  errors: ['INVALID_CURSOR'],
});

export const GetTrackingLinkQr = declare({
  ...read,
  name: 'GetTrackingLinkQr',
  path: `${path}/{linkId}/qr`,
  summary: 'Get the QR code of a tracking link',
  description: 'A picture that a camera reads as the url of the link.',
  params: () => z.object({ id: pathId(), linkId: pathId() }),
  contentType: 'image/svg+xml',
  answer: () => z.string(),
  errors: [],
});

export const CreateTrackingLink = declare({
  ...read,
  name: 'CreateTrackingLink',
  method: 'post',
  access: 'token',
  path,
  summary: 'Create a tracking link',
  description:
    'Creates a link that redirects to destinationUrl from the start of the campaign. The service counts its clicks. You cannot change or delete a link. A campaign ' +
    `has at most ${maxTrackingLinks} links; one more returns 409 INVALID_STATE (LIMIT_REACHED). If the campaign has ended, the ` +
    'response is 409 INVALID_STATE with its status. With socialAccountId, the creator of this account sees the link in the campaign offer.',
  params: () => z.object({ id: pathId() }),
  body: () => trackingLinkInput(),
  success: 201,
  answer: () => dataOf(trackingLink()),
  errors: ['INVALID_STATE'],
  idempotency: 'optional',
  rate: 'write',
});
