import type { TagRecord } from '../../../db/factories/tags.ts';
import type { TagView } from '../../../schema/factories/tags.ts';

export const viewTag = ({ id, name, accounts }: TagRecord): TagView => ({ id, name, accounts });
