import * as z from 'zod';

const unique = (values: readonly string[]) =>
  new Set(values.map((value) => value.toLowerCase())).size === values.length;

/** A list without duplicates, whatever their case. */
export const list = <Item extends z.ZodType<string>>(item: Item, max: number) =>
  z.array(item).max(max).refine(unique, 'must not contain duplicates').meta({ uniqueItems: true });
