import { isRecord, type Json } from '../json.ts';
import { catalog } from './catalog.ts';
import { dictionaryTexts } from './dictionaries.ts';
import { factories } from './factories.ts';
import { people } from './people.ts';
import { shared } from './shared.ts';
import { views } from './views.ts';
import { work } from './work.ts';

/**
 * Descriptions of the properties whose declaration has none. They are kept out of the declarations because the edge functions bundle those.
 * A key is the end of a property's path: its component, then the properties that lead to it.
 */
const tables: Readonly<Record<string, string>> = {
  ...shared,
  ...catalog,
  ...work,
  ...people,
  ...factories,
  ...views,
  ...dictionaryTexts,
};

/** A list's own key `name[]` wins, then the whole path, then the parent and the name, then the name alone. */
const descriptionOf = (path: readonly string[], isList: boolean): string | undefined =>
  (isList ? tables[`${path.at(-1)}[]`] : undefined) ??
  tables[path.join('.')] ??
  tables[path.slice(-2).join('.')] ??
  tables[path.at(-1) ?? ''];

/** Adds a description to every property of the components that has none. */
export function describeProperties(schemas: Json): void {
  for (const [name, schema] of Object.entries(schemas)) describe(schema, [name]);
}

function describe(schema: unknown, path: readonly string[]): void {
  if (!isRecord(schema)) return;
  for (const key of ['anyOf', 'oneOf', 'allOf'])
    if (Array.isArray(schema[key])) for (const branch of schema[key]) describe(branch, path);
  describe(schema.items, path);
  describe(schema.additionalProperties, path);
  if (!isRecord(schema.properties)) return;
  for (const [name, property] of Object.entries(schema.properties)) {
    const own = [...path, name];
    if (isRecord(property)) property.description ??= descriptionOf(own, property.type === 'array');
    describe(property, own);
  }
}
