import type { PageRecord } from '../../../db/creators/pages.ts';
import type { PageState } from '../../../schema/creators/creator-pages.ts';
import { allowedActions } from './rules.ts';

/** The state of a page, for its owner. */
export const viewPage = (page: PageRecord, baseUrl: string, previewUrl: string): PageState => ({
  status: page.status,
  version: page.version,
  publishedVersion: page.publishedVersion,
  previewUrl: page.status === 'NONE' ? null : previewUrl,
  publicUrl: page.status === 'PUBLISHED' && page.isOffering ? `${baseUrl}/creators/${page.publicId}` : null,
  publishIntent: page.publishIntent,
  publishedAt: page.publishedAt,
  allowedActions: allowedActions(page.status),
});
