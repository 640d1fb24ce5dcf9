import type { TagGroupRecord } from '../../../db/factories/tag-groups.ts';
import type { TagRecord } from '../../../db/factories/tags.ts';
import type { TagGroupView, TagView } from '../../../schema/factories/tags.ts';

export const viewTag = ({ id, name, accounts }: TagRecord): TagView => ({ id, name, accounts });

export const viewTagGroup = ({ id, name, tags }: TagGroupRecord): TagGroupView => ({
  id,
  name,
  tags: tags.map((tag) => ({ id: tag.id, name: tag.name })),
});
