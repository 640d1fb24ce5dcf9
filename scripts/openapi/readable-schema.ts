import type { CreateDocumentOptions } from 'zod-openapi';

type Override = Extract<NonNullable<CreateDocumentOptions['override']>, (context: never) => void>;

const isSaid = ({ format, pattern = '', enum: values }: { format?: string; pattern?: string; enum?: unknown[] }) =>
  format === 'uuid' || format === 'date' || values !== undefined || (format === 'date-time' && pattern.length > 150);

/** Says in JSON Schema what zod's translation hides or says at length. */
export const readable: Override = ({ jsonSchema, zodSchema }) => {
  const { def } = zodSchema._zod;
  // A parameter that the service reads out of text: its pattern is that of the text.
  if (jsonSchema.type === 'integer') delete jsonSchema.pattern;
  // zod's pattern repeats the format in some 300 characters. A short pattern is ours, and is stricter than the format.
  if (isSaid(jsonSchema)) delete jsonSchema.pattern;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.type === 'number' && jsonSchema.enum?.every(Number.isInteger)) jsonSchema.type = 'integer';
  if (def.type === 'default') jsonSchema.default ??= def.defaultValue;
  // A free JSON object: anything may stand in it.
  if (def.type === 'record') {
    delete jsonSchema.propertyNames;
    if (def.valueType._zod.def.type === 'lazy') jsonSchema.additionalProperties = true;
  }
};
