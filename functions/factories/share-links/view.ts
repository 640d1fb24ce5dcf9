import type { ShareLinkRecord } from '../../../db/factories/share-links.ts';
import type { ShareLinkView } from '../../../schema/factories/share-links.ts';

export const viewShareLink = (link: ShareLinkRecord): ShareLinkView => ({
  id: link.id,
  label: link.label,
  hiddenFields: [...link.hiddenFields],
  createdAt: link.createdAt,
  expiresAt: link.expiresAt,
  lastOpenedAt: link.lastOpenedAt,
  opens: link.opens,
});
