/** The paths of the fields of a JSON value with their types, such as `items[].id string`. Items of a list share their paths. */
export function shapeOf(value: unknown, path = ''): Set<string> {
  if (Array.isArray(value)) return new Set(value.flatMap((item) => [...shapeOf(item, `${path}[]`)]));
  if (typeof value !== 'object' || value === null)
    return new Set([`${path} ${value === null ? 'null' : typeof value}`]);
  const prefix = path === '' ? '' : `${path}.`;
  return new Set(Object.entries(value).flatMap(([name, field]) => [...shapeOf(field, prefix + name)]));
}
