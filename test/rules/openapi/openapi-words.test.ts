import { expect, test } from 'vitest';
import { operations } from '../../../functions/operations.ts';
import { builtDocument } from './built-document.ts';

type Json = { readonly [key: string]: unknown };
const document = builtDocument() as Json;
const { schemas } = document.components as { readonly schemas: Record<string, Json> };

/** Every schema within a value, with its path. */
function* within(value: unknown, path: string): Generator<{ path: string; schema: Json }> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield { path, schema: value as Json };
  for (const [key, inner] of Object.entries(value))
    if (key !== 'example' && key !== 'examples') yield* within(inner, `${path}/${key}`);
}

const all = [...within(document, '')];
const propertiesOf = ({ path, schema }: (typeof all)[number]) =>
  typeof schema.properties === 'object' && schema.properties !== null && !path.endsWith('/properties')
    ? Object.entries(schema.properties as Record<string, Json>).map(([name, property]) => ({
        path: `${path}/${name}`,
        property,
      }))
    : [];

test('every property has a description that adds to its name', () => {
  const properties = all.flatMap(propertiesOf);
  expect(properties.length).toBeGreaterThan(900);
  const bare = properties.filter(({ path, property }) =>
    isBare(String(property.description ?? ''), path.split('/').at(-1) ?? ''),
  );
  expect(bare.map(({ path }) => path)).toEqual([]);
});

test('every parameter has a description that adds to its name', () => {
  const parameters = all.flatMap(({ path, schema }) => (/\/parameters\/\w+$/.test(path) ? [{ path, schema }] : []));
  expect(parameters.length).toBeGreaterThan(100);
  const bare = parameters.filter(
    ({ schema }) => schema.$ref === undefined && isBare(String(schema.description ?? ''), String(schema.name)),
  );
  expect(bare.map(({ path }) => path)).toEqual([]);
});

/** Whether the text adds nothing to the name: "The display name." of displayName. */
function isBare(description: string, name: string): boolean {
  const said = description
    .toLowerCase()
    .replace(/\b(the|a|an|of|its)\b/g, '')
    .replace(/[^a-z0-9]/g, '');
  return said === '' || said === name.toLowerCase();
}

test('every enumeration of more than one value is a named component', () => {
  const unnamed = all.filter(
    ({ path, schema }) =>
      Array.isArray(schema.enum) &&
      schema.enum.length > 1 &&
      !/^\/components\/schemas\/\w+$/.test(path) &&
      !isNarrowing(path),
  );
  expect(unnamed.map(({ path }) => path)).toEqual([]);
});

/** In an error: the codes of its one response. */
const isNarrowing = (path: string) =>
  /^\/components\/responses\/.*\/code$|FullError\/properties\/statusCode$/.test(path);

test('every named enumeration has a description', () => {
  for (const [name, { enum: values, description }] of Object.entries(schemas))
    if (values !== undefined) expect(description, name).toMatch(/\S{3}/);
});

test('an id has one type: a number, a UUID, or the text of a payment', () => {
  const types = all.flatMap(propertiesOf).flatMap(({ path, property }) => {
    const name = path.split('/').at(-1) ?? '';
    return /^(id|userId|\w+Id)$/.test(name) && !unlike.has(name)
      ? [...typesOf(property)].map((type) => `${name}: ${type}`)
      : [];
  });
  const byName = Map.groupBy([...new Set(types)], (text) => text.split(':')[0] ?? '');
  for (const [name, found] of byName) if (name !== 'id') expect(found, name).toHaveLength(1);
  expect(byName.get('id')?.toSorted()).toEqual(['id: integer', 'id: string', 'id: uuid']);
  const texts = all
    .flatMap(propertiesOf)
    .filter(({ path, property }) => path.endsWith('/id') && property.type === 'string');
  const named = texts
    .filter(({ property }) => property.format !== 'uuid')
    .map(({ path }) => path.split('/').slice(2, 4).join('/'));
  expect([...new Set(named)]).toEqual(['schemas/TransactionReference']);
});

/** Names of objects at platforms and in hashes. */
const unlike = new Set(['metricsObservationId', 'contentId']);

function* typesOf(property: Json): Generator<string> {
  for (const branch of [property, ...((property.anyOf ?? []) as Json[])]) {
    const { type, format } = branch;
    if (type !== undefined && type !== 'null') yield format === 'uuid' ? 'uuid' : String(type);
  }
}

test('every success response describes its content', () => {
  const successes = all.filter(({ path }) => /^\/paths\/.*\/responses\/20[01]$/.test(path));
  expect(successes.length).toBeGreaterThan(operations.length);
  for (const { path, schema } of successes)
    expect(schema.description, path).toMatch(/^(?!Done\.$|Created\.$).{12,}\.$/);
});
