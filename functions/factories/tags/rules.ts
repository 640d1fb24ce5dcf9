import { maxTags } from '../../../schema/factories/factory-terms.ts';
import { alreadyThere, limitReached, type Refusal } from '../../../schema/shared/errors.ts';

/** Refuses a name that another tag of the user has, if there is such a tag. */
export function refuseSameTag(existingId: number | null): void {
  if (existingId !== null) throw alreadyThere('You already have a tag with this name.', existingId, 'TAG_EXISTS');
}

export const tooManyTags = (): Refusal =>
  limitReached(`A user has at most ${maxTags} tags. Delete one first.`, ['delete']);
