import type { PageRecord } from '../../../db/creators/pages.ts';
import type { ProfileRecord } from '../../../db/creators/profiles.ts';
import type { DraftPage } from '../../../schema/catalog/catalog.ts';
import type { PageState } from '../../../schema/creators/creator-pages.ts';
import { publishedFields } from '../../../schema/creators/creators.ts';
import type { Profile } from '../../../schema/creators/profile.ts';
import { allowedActions } from './rules.ts';

/** The state of a page, for its owner. */
export const viewPage = (page: PageRecord, baseUrl: string, previewUrl: string): PageState => ({
  status: page.status,
  version: page.version,
  publishedVersion: page.publishedVersion,
  previewUrl: page.status === 'NONE' ? null : previewUrl,
  publicUrl: page.status === 'PUBLISHED' && page.isOffering ? `${baseUrl}/creators/${page.publicId}` : null,
  address: page.address === null ? null : { name: page.address, url: `${baseUrl}/@${page.address}` },
  publishIntent: page.publishIntent,
  publishedAt: page.publishedAt,
  waitingChanges:
    page.status === 'PUBLISHED' ? publishedFields.filter((field) => page.waitingChanges.includes(field)) : null,
  allowedActions: allowedActions(page.status),
});

/** The draft of a profile for its owner, with a picture address that the owner can open. */
export const viewProfile = (profile: ProfileRecord | Profile, avatarUrl: string | null): Profile => ({
  publicId: profile.publicId,
  displayName: profile.displayName,
  bio: profile.bio,
  topics: profile.topics,
  languages: profile.languages,
  geo: profile.geo,
  channelType: profile.channelType,
  contacts: profile.contacts,
  avatarUrl,
  version: profile.version,
  createdAt: profile.createdAt,
  updatedAt: profile.updatedAt,
});

/** The page as publication would show it, with addresses of pictures that its reader can open. */
export const viewDraft = (
  draft: DraftPage,
  { avatarUrl, portfolio }: Pick<DraftPage, 'avatarUrl' | 'portfolio'>,
): DraftPage => ({
  publicId: draft.publicId,
  metricsObservationId: draft.metricsObservationId,
  lastModified: draft.lastModified,
  displayName: draft.displayName,
  topics: draft.topics,
  languages: draft.languages,
  channelType: draft.channelType,
  channels: draft.channels,
  channelsTotal: draft.channelsTotal,
  services: draft.services,
  servicesTotal: draft.servicesTotal,
  metrics: draft.metrics,
  avatarUrl,
  completedOrders: draft.completedOrders,
  responseTime: draft.responseTime,
  bio: draft.bio,
  portfolio,
  publishedAt: draft.publishedAt,
});
