import * as z from 'zod';
import { PlatformFailure } from './failure.ts';
import { faultIn } from './request.ts';
import type { Reading } from './social-platform.ts';

/** The items of a list in an answer. */
export interface Items<Item> {
  readonly usable: readonly Item[];
  readonly malformed: readonly MalformedItem[];
}

export interface MalformedItem {
  /** Null: the item has no text as its id. */
  readonly id: string | null;
  /** The first field at fault, without its value. */
  readonly fault: string;
}

/** For the shape of an answer: one with an error in it is no answer, whatever its status. */
export const noError = () => ({ error: z.never().optional() });

export const noItems: Items<never> = { usable: [], malformed: [] };

/** A list whose items are parsed one by one, so that a malformed item costs no other item. */
export const itemsOf = <Item>(item: z.ZodType<Item>) =>
  z.array(z.unknown()).transform((given): Items<Item> => {
    const parsed = given.map((each) => ({ id: idOf(each), ...item.safeParse(each) }));
    return {
      usable: parsed.flatMap((each) => (each.success ? [each.data] : [])),
      malformed: parsed.flatMap(({ id, error }) => (error === undefined ? [] : [{ id, fault: faultIn(error) }])),
    };
  });

function idOf(item: unknown): string | null {
  const { id } = Object(item);
  return typeof id === 'string' ? id : null;
}

/**
 * The readings of posts in a list, which lacks the posts that are gone. A post whose item is malformed has none. If a malformed item names none of
 * these posts, it may be the item of any missing one, so that these have none either. A post is gone only if the list has another one of these, or
 * if the platform says that it knows none of them. Any other list without a usable item of these posts is a failure.
 */
export function readingsIn<Item extends { readonly id: string }>(
  list: Items<Item>,
  ids: readonly string[],
  readingOf: (item: Item) => Reading,
  { what, isNoneKnown }: { readonly what: string; readonly isNoneKnown: boolean },
): ReadonlyMap<string, Reading> {
  const [first] = list.malformed;
  const found = new Map(list.usable.flatMap((item) => (ids.includes(item.id) ? [[item.id, readingOf(item)]] : [])));
  if (found.size === 0 && !(isNoneKnown && list.usable.length === 0 && first === undefined))
    throw new PlatformFailure(
      'SILENT',
      `${what} has no usable item of a requested post: ${first?.fault ?? 'none is there'}`,
    );
  const named = list.malformed.flatMap(({ id }) => (id !== null && ids.includes(id) ? [id] : []));
  const isAnyUnnamed = named.length < list.malformed.length;
  return new Map(
    ids.flatMap((id): [string, Reading][] => {
      const reading = found.get(id);
      if (reading !== undefined) return [[id, reading]];
      return isAnyUnnamed || named.includes(id) ? [] : [[id, 'GONE']];
    }),
  );
}

/** Texts that cannot be the id of a post. Many platforms refuse the whole request for one, so that they are not asked. */
export const goneWithoutAsking = (ids: readonly string[], isId: (id: string) => boolean): [string, Reading][] =>
  ids.flatMap((id): [string, Reading][] => (isId(id) ? [] : [[id, 'GONE']]));
