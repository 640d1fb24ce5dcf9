/** The paths of the fields of a JSON value with their types, such as `items[].id string`. Items of a list share their paths. */
function shapeOf(value: unknown, path = ''): Set<string> {
  if (Array.isArray(value)) return new Set(value.flatMap((item) => [...shapeOf(item, `${path}[]`)]));
  if (typeof value !== 'object' || value === null)
    return new Set([`${path} ${value === null ? 'null' : typeof value}`]);
  const prefix = path === '' ? '' : `${path}.`;
  return new Set(Object.entries(value).flatMap(([name, field]) => [...shapeOf(field, prefix + name)]));
}

/** The fields of an answer that a documented one does not have with that type. A field that is null in either may have any type in the other. */
export function undocumentedIn(answer: unknown, documented: unknown): string[] {
  const known = shapeOf(documented);
  const paths = new Set([...known].map((field) => field.split(' ')[0]));
  return [...shapeOf(answer)].filter((field) => {
    const [path, type] = field.split(' ');
    return !(known.has(field) || known.has(`${path} null`) || (type === 'null' && paths.has(path)));
  });
}
