/** A part of the document as plain JSON. The steps after its creation change it in place. */
export type Json = { [key: string]: unknown };

export const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value, which must be an object of the document. */
export function recordOf(value: unknown): Json {
  if (!isRecord(value)) throw new Error('this part of the document is not an object');
  return value;
}

/** Every object in a document, except those in examples: an example has no schemas. */
export function* objectsIn(value: unknown): Generator<Json> {
  if (Array.isArray(value)) for (const inner of value) yield* objectsIn(inner);
  if (!isRecord(value)) return;
  yield value;
  for (const [key, inner] of Object.entries(value))
    if (key !== 'example' && key !== 'examples') yield* objectsIn(inner);
}
