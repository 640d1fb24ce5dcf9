/** An answer as the documentation of its platform shows it. */
export interface Documented {
  /** The page, and what of the example is not from it. */
  readonly source: string;
  /** The date that the page states. */
  readonly date: string;
  readonly body: unknown;
  /** Keys that the documentation has besides the example, with their JSON types. A `*` is a key of any name. */
  readonly also?: Readonly<Record<string, string>>;
}

/** The JSON types by key path, such as `data[].id`. Several types are those of several items. */
type Shape = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * What an answer has that its documentation does not have, or has with another JSON type. A null says nothing about the type. Allowed keys are
 * given with the reason.
 */
export function deviationsOf(
  answer: unknown,
  { body, also = {} }: Pick<Documented, 'body' | 'also'>,
  allowed: Readonly<Record<string, string>> = {},
): string[] {
  const known = shapeOf(body);
  const found: string[] = [];
  for (const [path, types] of shapeOf(answer)) {
    if (path in allowed) continue;
    const documented = new Set([...(known.get(path) ?? []), ...alsoAt(path, also)]);
    if (documented.size === 0) found.push(`${path} is not documented`);
    else if (!documented.has('null') || documented.size > 1)
      for (const type of types)
        if (type !== 'null' && !documented.has(type))
          found.push(`${path} is ${type}, and documented as ${[...documented].join(' or ')}`);
  }
  return found;
}

/** The key paths that an answer has in common with the documented example. */
export const sharedPaths = (answer: unknown, { body }: Pick<Documented, 'body'>): string[] => {
  const known = shapeOf(body);
  return [...shapeOf(answer).keys()].filter((path) => known.has(path));
};

const alsoAt = (path: string, also: NonNullable<Documented['also']>): string[] =>
  Object.entries(also).flatMap(([pattern, types]) => (isAt(path, pattern) ? types.split('|') : []));

const isAt = (path: string, pattern: string): boolean => {
  const [names, wanted] = [path.split('.'), pattern.split('.')];
  return names.length === wanted.length && wanted.every((name, index) => name === '*' || name === names[index]);
};

function shapeOf(value: unknown): Shape {
  const shape = new Map<string, Set<string>>();
  const visit = (path: string, found: unknown): void => {
    if (path !== '') shape.set(path, (shape.get(path) ?? new Set()).add(typeOf(found)));
    if (Array.isArray(found)) for (const item of found) visit(`${path}[]`, item);
    else if (typeof found === 'object' && found !== null)
      for (const [key, child] of Object.entries(found)) visit(path === '' ? key : `${path}.${key}`, child);
  };
  visit('', value);
  return shape;
}

const typeOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);
