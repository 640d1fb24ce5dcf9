/** The list of the form with one id moved by some places. An id or a number that does not fit changes nothing, and the API decides. */
export function idsAfterMove({ pictureIds, moved, by }: Readonly<Record<string, unknown>>): unknown {
  if (!Array.isArray(pictureIds) || typeof by !== 'number') return pictureIds;
  const from = pictureIds.indexOf(moved);
  const to = from + by;
  if (from < 0 || to < 0 || to >= pictureIds.length) return pictureIds;
  const rest = pictureIds.toSpliced(from, 1);
  return rest.toSpliced(to, 0, moved);
}
