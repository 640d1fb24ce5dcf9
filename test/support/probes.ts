export type Json = { readonly [key: string]: unknown };

export interface Probe {
  readonly label: string;
  readonly value: unknown;
}

/**
 * Variants of a schema's example with one value replaced, removed or added, for each way in which its kind can be
 * wrong.
 */
export function* probesOf(document: Json, schema: Json, example: unknown): Generator<Probe> {
  yield { label: 'the example', value: example };
  yield* within(document, schema, example, { path: '', through: [], put: (value) => value });
}

/** A place in the example, and a function that replaces its value. */
interface Place {
  readonly path: string;
  /** The references on the path here: recursive schemas are entered once. */
  readonly through: readonly unknown[];
  readonly put: (value: unknown) => unknown;
}

function* within(document: Json, given: Json, example: unknown, place: Place): Generator<Probe> {
  const { path, put, through } = place;
  if (given.$ref !== undefined && through.includes(given.$ref)) return;
  const schema = resolved(document, given);
  const inner = { ...place, through: [...through, given.$ref] };
  for (const value of valuesOf(document, schema, example))
    yield { label: `${path} = ${JSON.stringify(value)?.slice(0, 80)}`, value: put(value) };
  for (const branch of [...listed(schema.anyOf), ...listed(schema.oneOf), ...listed(schema.allOf)])
    yield* within(document, branch, example, inner);
  if (isRecord(schema.properties)) yield* members(document, schema.properties, isRecord(example) ? example : {}, inner);
  if (isRecord(schema.items)) {
    const list = Array.isArray(example) && example.length > 0 ? example : [exampleIn(document, schema.items)];
    const first = { ...inner, path: `${path}.0`, put: (value: unknown) => put([value, ...list.slice(1)]) };
    yield* within(document, schema.items, list[0], first);
  }
  if (isRecord(schema.additionalProperties)) {
    const object = isRecord(example) ? example : {};
    const member = { ...inner, path: `${path}.key`, put: (value: unknown) => put({ ...object, key: value }) };
    yield* within(document, schema.additionalProperties, 'x', member);
  }
}

function* members(document: Json, properties: Json, object: Json, place: Place): Generator<Probe> {
  const { path, put } = place;
  yield { label: `${path} with an unknown field`, value: put({ ...object, unheardOf: 1 }) };
  for (const [name, schema] of Object.entries(properties)) {
    const { [name]: own, ...others } = object;
    yield { label: `${path} without ${name}`, value: put(others) };
    const member = own === undefined ? exampleIn(document, schema as Json) : own;
    const at = { ...place, path: `${path}.${name}`, put: (value: unknown) => put({ ...object, [name]: value }) };
    yield* within(document, schema as Json, member, at);
  }
}

const everyKind = [null, true, 0, 1.5, '', 'x', [], {}, '7'];
const texts = [
  ' ',
  '\u2800',
  '\u200b',
  '\u00a0',
  '\n',
  'a b',
  '0',
  '1',
  '01',
  '012',
  '007',
  '+1',
  '-1',
  '1.0',
  '1.5',
  '.5',
  '1e3',
  '99999999999',
  '999999999999',
  '٣',
  'a/b',
  '..\\b',
  'a\u0000b',
  'a\u0007b',
  'a\u202eb',
  'ZZ',
  'de',
  'DE',
  'DEU',
  'en',
  'EN-gb',
  'en_GB',
  'x-private',
  'de-DE-u-co-phonebk',
  'é',
  '😀',
  '0198f1c2-7a54-7f10-9d0e-3c5a6b7c8d9e',
  '0198F1C2-7A54-7F10-9D0E-3C5A6B7C8D9E',
  'a'.repeat(64),
  'A'.repeat(64),
  'g'.repeat(64),
  'a'.repeat(63),
  '2027-01-10',
  '2027-01-10T10:00:00Z',
  '2027-01-10T10:00:00.123456Z',
  '2027-01-10T10:00Z',
  '2027-01-10T10:00:00+02:00',
  '2027-01-10T10:00:00+0200',
  '2027-01-10T10:00:00',
  '2027-01-10 10:00:00Z',
  '2027-01-10t10:00:00z',
  '2027-02-30T10:00:00Z',
  '2027-01-10T24:00:00Z',
  '2027-01-10T10:00:60Z',
  '2027-01-10T10:00:00+25:00',
  '1969-12-31T23:59:59Z',
  '0000-01-01T00:00:00Z',
  'mira@example.com',
  'mira@',
  'https://hooks.example.com/x',
  'read',
  'READ',
  'image/png',
  'IMAGE/PNG',
];
const numbers = [-1, -0.5, 1, 2, 3, 10, 11, 2_147_483_647, 2_147_483_648, 2 ** 53 - 1, 2 ** 53, 1e300];

/** Values to try in place of a value of this schema. */
export function* valuesOf(document: Json, schema: Json, example: unknown): Generator<unknown> {
  yield* everyKind;
  yield* listed(schema.enum) as unknown[];
  if (schema.type === 'string') {
    yield* texts;
    const { minLength, maxLength } = schema;
    for (const length of [minLength, maxLength].filter((bound) => typeof bound === 'number'))
      for (const near of [length - 1, length, length + 1])
        if (near >= 0) for (const sign of ['a', '😀', ' ']) yield sign.repeat(near);
  }
  if (schema.type === 'integer' || schema.type === 'number') {
    yield* numbers;
    for (const bound of [schema.minimum, schema.maximum])
      if (typeof bound === 'number') for (const near of [-1, 0, 0.5, 1]) yield bound + near;
  }
  if (schema.type === 'array') {
    const item =
      Array.isArray(example) && example.length > 0 ? example[0] : exampleIn(document, (schema.items ?? {}) as Json);
    const distinct = listed(resolved(document, (schema.items ?? {}) as Json).enum) as unknown[];
    for (const count of [0, 1, 2, schema.minItems, schema.maxItems])
      if (typeof count === 'number')
        for (const near of [count, count + 1]) {
          yield Array.from({ length: near }, () => item);
          if (distinct.length >= near) yield distinct.slice(0, near);
          if (typeof item === 'string' && !/^\d/.test(item))
            yield Array.from({ length: near }, (_, index) => `${item}${index}`);
        }
  }
}

/** An example or a default value of the schema. */
function exampleIn(document: Json, given: Json): unknown {
  const schema = resolved(document, given);
  if (schema.example !== undefined) return schema.example;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (schema.const !== undefined) return schema.const;
  const [branch] = [...listed(schema.anyOf), ...listed(schema.oneOf), ...listed(schema.allOf)];
  if (branch !== undefined) return exampleIn(document, branch);
  const byType: Json = { string: 'a', integer: 1, number: 1, boolean: true, array: [], object: {} };
  return byType[String(schema.type)];
}

function resolved(document: Json, schema: Json): Json {
  if (typeof schema.$ref !== 'string') return schema;
  const found = schema.$ref
    .slice(2)
    .split('/')
    .reduce<unknown>((inner, key) => (inner as Json)[key], document);
  return resolved(document, found as Json);
}

const listed = (value: unknown): Json[] => (Array.isArray(value) ? value : []);
const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
