import { maxSavedCreators, maxSavedLists } from '../../schema/saved-lists/list-limits.ts';
import { limitReached, type Refusal } from '../../schema/shared/errors.ts';

export const tooManyLists = (): Refusal =>
  limitReached(`A user has at most ${maxSavedLists} lists. Delete one first.`, ['delete']);

export const tooManyCreators = (): Refusal =>
  limitReached(`A list has at most ${maxSavedCreators} creators. Remove one first, or use another list.`, ['remove']);
