import fc from 'fast-check';
import * as z from 'zod';
import type { Shape } from '../../../schema/shared/operation.ts';

type Path = readonly (string | number)[];

/** One place of a declared body, with its schema. */
interface Part {
  readonly path: Path;
  readonly node: Node;
}

interface Node {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
  readonly oneOf?: readonly Node[];
  readonly prefixItems?: readonly Node[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

// JSON.stringify cannot write these: they pass through it as marked texts, and the marks are removed afterwards.
const literal = (text: string) => `\u0001${text}\u0001`;
const unwrapped = (json: string) =>
  json.replace(/"\\u0001.*?\\u0001"/g, (wrapped) => String(JSON.parse(wrapped)).slice(1, -1));

const nested = (depth: number) => literal('['.repeat(depth) + ']'.repeat(depth));
const numbers = '0 -0 -1 1.5 1e21 9007199254740992 -9223372036854775808 1e308 5e-324 1e999 -1e999 0.1e-7 1E2'.split(
  ' ',
);
const literals = [...numbers, '9'.repeat(400), '{"__proto__":{"x":1}}'].map(literal);
const dates =
  '0000-00-00T00:00:00Z 2026-02-30T00:00:00Z 9999-12-31T23:59:59.999Z +275760-09-13T00:00:00Z 2026-11-20T09:30:00 ' +
  '2026-11-20T09:30:00+99:99 2026-11-20 1969-12-31T23:59:59Z 2999-01-01T00:00:00.123456789Z';
const odd = 'é 🦊 ١٢ NaN null 0 1e3 -1 0.001 12.5 99999999999999999999 00012 {{7*7}} %00 \\ \u2028 \uffff \u202etxet';
const texts = [
  ...`${odd} ${dates} 00000000-0000-0000-0000-000000000000 ffffffff-ffff-ffff-ffff-ffffffffffff`.split(' '),
  ...['', ' ', '\u0000', 'a\u0000b', '\ud800', 'x\udfff', "'; drop table users; --", '\r\nX: y'],
  ...['a'.repeat(300), 'a'.repeat(100_000), '\u0000'.repeat(5_000), '😀'.repeat(5_000)],
];
const shapes = [null, true, [], {}, [null], [[]], { a: 1 }, nested(60), nested(70), nested(20_000)];
const names = ['', '\u0000', '\ud800', '0', ...'unheardOf __proto__ constructor prototype toString length'.split(' ')];

const anything = fc.oneof(
  fc.constantFrom<unknown>(...texts),
  fc.constantFrom<unknown>(...literals),
  fc.constantFrom<unknown>(...shapes),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.double(),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Values just outside and just inside of a declared bound. */
function atBoundsOf({ minimum, maximum, minLength, maxLength, minItems, maxItems, items }: Node): unknown[] {
  const around = (bound: number | undefined) => (bound === undefined ? [] : [bound - 1, bound, bound + 1]);
  const lengths = [...around(minLength), ...around(maxLength)].filter((length) => length >= 0 && length < 200_000);
  const counts = [...around(minItems), ...around(maxItems)].filter((count) => count >= 0 && count < 1_000);
  return [
    ...[...around(minimum), ...around(maximum)],
    ...lengths.map((length) => 'x'.repeat(length)),
    ...counts.map((count) => Array.from({ length: count }, () => (items?.type === 'string' ? 'x' : {}))),
  ];
}

/** Every part of a declared body, starting with the body itself. */
export function partsOf(schema: Shape | undefined): readonly Part[] {
  if (!schema) return [{ path: [], node: {} }];
  const within = (node: Node, path: Path): Part[] => [
    { path, node },
    ...Object.entries(node.properties ?? {}).flatMap(([name, inner]) => within(inner, [...path, name])),
    ...(node.oneOf ?? []).flatMap((choice) => within(choice, path).slice(1)),
    ...(node.items ? within(node.items, [...path, 0]) : []),
    ...(node.prefixItems ?? []).flatMap((inner, index) => within(inner, [...path, index])),
  ];
  return within(asNode(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' })), []);
}

/** Safe: every field of Node is an optional field of JSON Schema. */
const asNode = (schema: object): Node => schema as Node;

export interface Blow {
  readonly path: Path;
  readonly kind: 'replace' | 'remove' | 'add' | 'repeat';
  readonly name: string;
  readonly value: unknown;
}

/** One change to a well-formed body at a declared part. */
export const blowTo = (parts: readonly Part[]): fc.Arbitrary<Blow> =>
  fc.constantFrom(...parts).chain(({ path, node }) => {
    const bounds = atBoundsOf(node);
    return fc.record({
      path: fc.constant(path),
      kind: fc.constantFrom<Blow['kind']>('replace', 'replace', 'replace', 'remove', 'add', 'repeat'),
      name: fc.constantFrom(...names),
      value: bounds.length > 0 ? fc.oneof(anything, fc.constantFrom(...bounds)) : anything,
    });
  });

/** The JSON of the body after all changes. */
export function struck(body: unknown, blows: readonly Blow[]): string {
  let hurt: unknown = structuredClone(body ?? {});
  for (const blow of blows) hurt = strike(hurt, blow.path, blow);
  return unwrapped(JSON.stringify(hurt) ?? 'undefined');
}

function strike(value: unknown, [step, ...rest]: Path, blow: Blow): unknown {
  if (step === undefined) return blow.kind === 'add' ? added(value, blow) : blow.value;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).flatMap(([name, inner]): [string, unknown][] => {
    if (name !== String(step)) return [[name, inner]];
    if (rest.length === 0 && blow.kind === 'remove') return [];
    if (rest.length === 0 && blow.kind === 'repeat')
      return [[name, Array.isArray(inner) ? [...inner, ...inner] : [inner]]];
    return [[name, strike(inner, rest, blow)]];
  });
  if (Array.isArray(value)) return entries.map(([, inner]) => inner);
  const isNew = !Object.hasOwn(value, String(step)) && rest.length === 0 && blow.kind !== 'remove';
  return Object.fromEntries(isNew ? [...entries, [String(step), blow.value]] : entries);
}

/** Object.fromEntries defines even __proto__ as an own field, as JSON.parse does. */
const added = (value: unknown, { name, value: more }: Blow): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries([...Object.entries(value), [name, more]])
    : more;
