import type { SavedListRecord } from '../../db/saved-lists/saved-lists.ts';
import type { SavedListView } from '../../schema/saved-lists/saved-lists.ts';

export const viewList = (list: SavedListRecord): SavedListView => ({
  id: list.id,
  name: list.name,
  creators: list.creators,
  createdAt: list.createdAt,
  updatedAt: list.updatedAt,
});
