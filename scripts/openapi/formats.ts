import { type Json, objectsIn } from './json.ts';

/** Gives every integer a format: without one, generators for Java, Go and other languages assume 32 bits. */
export function giveFormats(document: Json): void {
  for (const schema of objectsIn(document))
    if (schema.type === 'integer') schema.format ??= isSmall(schema) ? 'int32' : 'int64';
}

const isSmall = ({ maximum, enum: values }: Json): boolean =>
  Array.isArray(values) || (typeof maximum === 'number' && maximum < 2 ** 31);
