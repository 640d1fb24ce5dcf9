import type { Kind } from './field-kinds.ts';

/** The fields of a form by their names, which are paths in the body of the operation. An asterisk is any index, as in `items.*.brief`. */
export type FieldKinds = Readonly<Record<string, Kind>>;

/** The sent texts by the names of their fields. */
export type Texts = ReadonlyMap<string, readonly string[]>;

/** No form has more fields or longer names. */
const maxFields = 2_000;
const maxNameLength = 100;

/** The fields of a sent form. The rows of lists are numbered from 0 without gaps, in their order. */
export function textsOf(sent: URLSearchParams): Texts {
  const pairs = [...sent].slice(0, maxFields).filter(([name]) => name.length <= maxNameLength);
  const places = placesOf(pairs.map(([name]) => name));
  const texts = new Map<string, string[]>();
  for (const [name, value] of pairs) {
    const dense = renumbered(name, places);
    const values = texts.get(dense);
    if (values === undefined) texts.set(dense, [value]);
    else values.push(value);
  }
  return texts;
}

const isIndex = (segment: string): boolean => /^\d{1,6}$/.test(segment);

/** The place of each row by the path of its list and its own number. */
type Places = ReadonlyMap<string, ReadonlyMap<string, number>>;

function placesOf(names: readonly string[]): Places {
  const rows = new Map<string, Set<string>>();
  for (const name of names) {
    for (const { list, segment } of segmentsOf(name)) {
      if (isIndex(segment)) rows.set(list, (rows.get(list) ?? new Set()).add(segment));
    }
  }
  return new Map(
    [...rows].map(([list, numbers]) => {
      const sorted = [...numbers].sort((one, other) => Number(one) - Number(other));
      return [list, new Map(sorted.map((number, place) => [number, place]))];
    }),
  );
}

/** The segments of a name, each with the path before it. */
function segmentsOf(name: string): { readonly list: string; readonly segment: string }[] {
  let list = '';
  return name.split('.').map((segment) => {
    const one = { list, segment };
    list += `${segment}.`;
    return one;
  });
}

const renumbered = (name: string, places: Places): string =>
  segmentsOf(name)
    .map(({ list, segment }) => places.get(list)?.get(segment) ?? segment)
    .join('.');

/** The JSON body that the fields describe. Fields of other names are ignored. */
export function bodyOf(kinds: FieldKinds, texts: Texts): Readonly<Record<string, unknown>> {
  const body: Tree = {};
  for (const [name, given] of texts) {
    const kind = kindOf(kinds, name);
    if (kind === undefined) continue;
    const value = kind(given);
    if (value !== undefined) put(body, name.split('.'), value);
  }
  return asJson(body) as Readonly<Record<string, unknown>>;
}

/** Names such as `constructor` name no field. */
function kindOf(kinds: FieldKinds, name: string): Kind | undefined {
  const named = [name, name.replace(/(^|\.)\d+(?=\.|$)/g, '$1*')].find((one) => Object.hasOwn(kinds, one));
  return named === undefined ? undefined : kinds[named];
}

interface Tree {
  [segment: string]: unknown;
}

function put(tree: Tree, [first = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    tree[first] = value;
    return;
  }
  const inner = Object.hasOwn(tree, first) ? tree[first] : undefined;
  const branch: Tree = isTree(inner) ? inner : {};
  tree[first] = branch;
  put(branch, rest, value);
}

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Branches whose segments are all numbers are arrays. */
function asJson(value: unknown): unknown {
  if (!isTree(value)) return value;
  const entries = Object.entries(value).map(([name, inner]) => [name, asJson(inner)] as const);
  const isList = entries.length > 0 && entries.every(([name]) => isIndex(name));
  return isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}
