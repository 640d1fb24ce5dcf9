/** A part of the document as plain JSON, which the steps behind its creation change in place. */
export type Json = { [key: string]: unknown };

export const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every object in a document, outside of examples, whose content is no schema. */
export function* objectsIn(value: unknown): Generator<Json> {
  if (Array.isArray(value)) for (const inner of value) yield* objectsIn(inner);
  if (!isRecord(value)) return;
  yield value;
  for (const [key, inner] of Object.entries(value))
    if (key !== 'example' && key !== 'examples') yield* objectsIn(inner);
}
