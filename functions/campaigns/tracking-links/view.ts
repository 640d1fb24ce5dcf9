import type { StaffLinkRecord } from '../../../db/campaigns/staff-links.ts';
import type { TrackingLinkRecord } from '../../../db/campaigns/tracking-links.ts';
import type { OfferView } from '../../../schema/campaigns/offers.ts';
import type { StaffLinkView } from '../../../schema/campaigns/staff-links.ts';
import type { TrackingLinkView } from '../../../schema/campaigns/tracking-link.ts';
import { problemOfStored } from './destination-rules.ts';
import { addressOf } from './rules.ts';

/** A link as the advertiser sees it. */
export const viewTrackingLink = (link: TrackingLinkRecord, baseUrl: string): TrackingLinkView => ({
  id: link.id,
  code: link.code,
  url: addressOf(link, baseUrl),
  destinationUrl: link.destinationUrl,
  label: link.label,
  socialAccountId: link.socialAccountId,
  clicks: link.clicks,
  uniqueClicks: link.uniqueClicks,
  lastClickAt: link.lastClickAt,
  createdAt: link.createdAt,
  blockedAt: link.blockedAt,
  blockReason: link.blockReason,
});

/** A link as staff sees it. */
export const viewStaffLink = async ({ stop, ...link }: StaffLinkRecord, baseUrl: string): Promise<StaffLinkView> => ({
  ...{ id: link.id, code: link.code, url: addressOf(link, baseUrl), destinationUrl: link.destinationUrl },
  state: stop ?? ((await problemOfStored(link.destinationUrl, baseUrl)) === null ? 'ACTIVE' : 'DESTINATION_REFUSED'),
  ...{ campaignId: Number(link.campaignId), campaignTitle: link.campaignTitle },
  ...{ advertiserId: Number(link.advertiserId), advertiserName: link.advertiserName },
  ...{ clicks: link.clicks, createdAt: link.createdAt, blockedAt: link.blockedAt, blockReason: link.blockReason },
});

/** The block of a link as staff sees it. */
export const viewLinkBlock = ({
  id,
  blockedAt,
  blockReason,
}: Pick<StaffLinkRecord, 'id' | 'blockedAt' | 'blockReason'>) => ({
  id,
  blocked: blockedAt !== null,
  blockedAt,
  reason: blockReason,
});

/** A link as the owner of its social account sees it. */
export const viewCreatorLink = (link: TrackingLinkRecord, baseUrl: string): OfferView['trackingLinks'][number] => ({
  id: link.id,
  url: addressOf(link, baseUrl),
  label: link.label,
  clicks: link.clicks,
  uniqueClicks: link.uniqueClicks,
});
