import type { CreateDocumentOptions } from 'zod-openapi';

type Override = Extract<NonNullable<CreateDocumentOptions['override']>, (context: never) => void>;

const isSaid = ({ format, pattern = '', enum: values }: { format?: string; pattern?: string; enum?: unknown[] }) =>
  format === 'uuid' || format === 'date' || values !== undefined || (format === 'date-time' && pattern.length > 150);

/** States in JSON Schema what zod's translation hides or states at length. */
export const readable: Override = ({ jsonSchema, zodSchema }) => {
  const { def } = zodSchema._zod;
  // The service parses this parameter from text: its pattern applies to the text.
  if (jsonSchema.type === 'integer') delete jsonSchema.pattern;
  // zod's pattern repeats the format in some 300 characters. A short pattern is from this service, and is stricter than
  // the format.
  if (isSaid(jsonSchema)) delete jsonSchema.pattern;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.type === 'number' && jsonSchema.enum?.every(Number.isInteger)) jsonSchema.type = 'integer';
  if (def.type === 'default') jsonSchema.default ??= def.defaultValue;
  // A free JSON object, with any content.
  if (def.type === 'record') {
    delete jsonSchema.propertyNames;
    if (def.valueType._zod.def.type === 'lazy') jsonSchema.additionalProperties = true;
  }
};
