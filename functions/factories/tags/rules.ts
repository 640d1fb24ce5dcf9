import type { NamedTag } from '../../../db/factories/tags.ts';
import { maxTagGroups, maxTags } from '../../../schema/factories/factory-terms.ts';
import { alreadyThere, limitReached, notFound, type Refusal } from '../../../schema/shared/errors.ts';

/** Refuses a name that another tag of the user has, if there is such a tag. */
export function refuseSameTag(existingId: number | null): void {
  if (existingId !== null) throw alreadyThere('You already have a tag with this name.', existingId, 'TAG_EXISTS');
}

/** Refuses a name that another group of the factory has, if there is such a group. */
export function refuseSameGroup(existingId: number | null): void {
  if (existingId !== null)
    throw alreadyThere('The factory already has a tag group with this name.', existingId, 'GROUP_EXISTS');
}

/** Refuses an id that is not of a tag of the user. */
export function refuseUnknownTags(tagIds: readonly number[], own: readonly NamedTag[]): void {
  const known = new Set(own.map(({ id }) => id));
  if (!tagIds.every((id) => known.has(id))) throw notFound();
}

export const tooManyTags = (): Refusal =>
  limitReached(`A user has at most ${maxTags} tags. Delete one first.`, ['delete']);

export const tooManyGroups = (): Refusal =>
  limitReached(`A factory has at most ${maxTagGroups} tag groups. Delete one first.`, ['delete']);
