import { enumerations } from './enumerations.ts';
import { isRecord, type Json, objectsIn } from './json.ts';

/** Adds a component for each enumeration and replaces its uses by references. The other keywords of a use stay beside the reference. */
export function nameEnumerations(document: Json): void {
  const schemas = componentsOf(document);
  const named = new Map(Object.entries(enumerations).map(([name, { values }]) => [JSON.stringify(values), name]));
  for (const schema of objectsIn(document)) {
    const name = Array.isArray(schema.enum) ? named.get(JSON.stringify(schema.enum)) : undefined;
    if (name === undefined) continue;
    delete schema.enum;
    delete schema.type;
    schema.$ref = `#/components/schemas/${name}`;
  }
  for (const [name, { values, description }] of Object.entries(enumerations))
    schemas[name] = { type: typeof values[0] === 'number' ? 'integer' : 'string', description, enum: [...values] };
}

function componentsOf({ components }: Json): Json {
  if (isRecord(components) && isRecord(components.schemas)) return components.schemas;
  throw new Error('The document has no components.');
}
