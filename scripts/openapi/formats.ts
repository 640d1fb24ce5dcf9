import { type Json, objectsIn } from './json.ts';

/** Says of every integer how large it gets: generators for Java, Go and others take 32 bits where nothing is said. */
export function giveFormats(document: Json): void {
  for (const schema of objectsIn(document))
    if (schema.type === 'integer') schema.format ??= isSmall(schema) ? 'int32' : 'int64';
}

const isSmall = ({ maximum, enum: values }: Json): boolean =>
  Array.isArray(values) || (typeof maximum === 'number' && maximum < 2 ** 31);
