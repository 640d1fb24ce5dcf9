import type { Kind } from './field-kinds.ts';

/** The fields of a form by their names, which are paths in the body of the operation. An asterisk is any index, as in `items.*.brief`. */
export type FieldKinds = Readonly<Record<string, Kind>>;

/** The sent texts by the names of their fields. */
export type Texts = ReadonlyMap<string, readonly string[]>;

const maxFields = 2_000;

/** The fields of a sent form. The rows of lists are numbered from 0 without gaps, in their order. */
export function textsOf(sent: URLSearchParams): Texts {
  const pairs = [...sent].slice(0, maxFields);
  const rows = new Map<string, string[]>();
  for (const [name] of pairs) {
    const segments = name.split('.');
    for (const [index, segment] of segments.entries()) {
      if (!isIndex(segment)) continue;
      const parent = segments.slice(0, index).join('.');
      const seen = rows.get(parent) ?? [];
      if (!seen.includes(segment)) rows.set(parent, [...seen, segment]);
    }
  }
  const texts = new Map<string, string[]>();
  for (const [name, value] of pairs) {
    const dense = renumbered(name, rows);
    texts.set(dense, [...(texts.get(dense) ?? []), value]);
  }
  return texts;
}

const isIndex = (segment: string): boolean => /^\d{1,6}$/.test(segment);

function renumbered(name: string, rows: ReadonlyMap<string, readonly string[]>): string {
  const segments = name.split('.');
  return segments
    .map((segment, index) => {
      if (!isIndex(segment)) return segment;
      const siblings = rows.get(segments.slice(0, index).join('.')) ?? [];
      return String([...siblings].sort((one, other) => Number(one) - Number(other)).indexOf(segment));
    })
    .join('.');
}

/** The JSON body that the fields describe. Fields of other names are ignored. */
export function bodyOf(kinds: FieldKinds, texts: Texts): Readonly<Record<string, unknown>> {
  const body: Tree = {};
  for (const [name, given] of texts) {
    const kind = kinds[name] ?? kinds[name.replace(/(^|\.)\d+(?=\.|$)/g, '$1*')];
    if (kind === undefined) continue;
    const value = kind(given);
    if (value !== undefined) put(body, name.split('.'), value);
  }
  return asJson(body) as Readonly<Record<string, unknown>>;
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
