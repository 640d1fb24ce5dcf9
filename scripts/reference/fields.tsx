import { type ApiDocument, componentOf, resolved, type Schema } from './document.ts';
import { Inline } from './markdown.tsx';

interface FieldsProps {
  readonly document: ApiDocument;
  readonly schema: Schema;
  /** True for a request: its fields are marked as required or optional. */
  readonly isSent?: boolean;
  /** True shows the fields of nested objects unfolded. */
  readonly isOpen?: boolean;
}

/** The fields of an object, of the items of a list, or of each alternative. A plain value has none. */
export const Fields = ({ document, schema, isSent = false, isOpen = false }: FieldsProps) => {
  const { properties, required = [], anyOf, oneOf, items, additionalProperties } = flat(document, schema);
  const alternatives = (anyOf ?? oneOf ?? []).filter(({ type }) => type !== 'null');
  if (properties)
    return (
      <ul class="fields">
        {Object.entries(properties).map(([name, property]) => (
          <Field {...{ document, name, isSent, isOpen }} schema={property} isRequired={required.includes(name)} />
        ))}
      </ul>
    );
  if (items) return <Nested {...{ document, isSent }} schema={items} />;
  if (typeof additionalProperties === 'object')
    return <Nested {...{ document, isSent }} schema={additionalProperties} />;
  return (
    <>
      {alternatives.map((one) => (
        <Nested {...{ document, isSent }} schema={one} />
      ))}
    </>
  );
};

/** The fields, unless the schema is a component: the page shows components in a section of their own. */
const Nested = ({ schema, ...others }: FieldsProps) =>
  componentOf(schema) === undefined ? <Fields schema={schema} {...others} /> : null;

interface FieldProps extends FieldsProps {
  readonly name: string;
  readonly isRequired: boolean;
}

export const Field = ({ document, name, schema, isSent = false, isOpen = false, isRequired }: FieldProps) => {
  const inside = hasFields(document, schema);
  return (
    <li>
      <p class="field-head">
        <code class="field-name">{name}</code> <Type {...{ document, schema }} />
        {isSent && isRequired && <strong class="required"> required</strong>}
        {!isSent && !isRequired && <span class="quiet"> may be absent</span>}
      </p>
      <About {...{ document, schema }} />
      {inside && (
        <details class="inside" open={isOpen}>
          <summary>
            Fields of <code>{name}</code>
          </summary>
          <Fields {...{ document, schema, isSent }} />
        </details>
      )}
    </li>
  );
};

/** The constraints on a value, beyond its type. */
export const About = ({ document, schema }: { readonly document: ApiDocument; readonly schema: Schema }) => {
  const { description } = schema;
  const { enum: values = [], ...bounds } = plainValue(document, schema);
  const limits = limitsOf(bounds);
  return (
    <>
      {description !== undefined && (
        <p>
          <Inline text={description} />
        </p>
      )}
      {values.length > 0 && componentOf(schema) === undefined && <Values values={values} />}
      {limits !== '' && <p class="quiet small">{limits}</p>}
    </>
  );
};

const Values = ({ values }: { readonly values: readonly unknown[] }) => {
  const list = (
    <ul class="values">
      {values.map((value) => (
        <li>
          <code>{String(value)}</code>
        </li>
      ))}
    </ul>
  );
  if (values.length <= 8) return list;
  return (
    <details class="inside">
      <summary>{values.length} possible values</summary>
      {list}
    </details>
  );
};

const Type = ({ document, schema }: { readonly document: ApiDocument; readonly schema: Schema }) => {
  const name = componentOf(schema);
  if (name !== undefined) return <a href={`#${name}`}>{name}</a>;
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives)
    return (
      <span class="type">
        {alternatives.map((one, index) => (
          <>
            {index > 0 && ' or '}
            <Type document={document} schema={one} />
          </>
        ))}
      </span>
    );
  if (schema.items)
    return (
      <span class="type">
        list of <Type document={document} schema={schema.items} />
      </span>
    );
  return <span class="type">{plainType(flat(document, schema))}</span>;
};

const formats: Readonly<Record<string, string>> = {
  'date-time': 'timestamp',
  uuid: 'UUID',
  uri: 'URL',
  email: 'email',
};

function plainType({ type, format, const: only, properties }: Schema): string {
  if (only !== undefined) return JSON.stringify(only);
  const types = typeof type === 'string' ? [type] : [...(type ?? (properties ? ['object'] : ['any value']))];
  return types.map((one) => (one === 'string' ? (formats[format ?? ''] ?? 'string') : one)).join(' or ');
}

function limitsOf(schema: Schema): string {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, default: standard } = schema;
  const between = (least: number | undefined, most: number | undefined, unit: string) => {
    if (most !== undefined && most < 2 ** 31 - 1)
      return least !== undefined && least > 0 ? `${least} to ${most}${unit}` : `at most ${most}${unit}`;
    return least !== undefined && least > 1 ? `at least ${least}${unit}` : '';
  };
  const limits = [
    between(minimum, maximum, ''),
    between(minLength, maxLength, ' characters'),
    between(minItems, maxItems, ' entries'),
    standard === undefined ? '' : `default ${JSON.stringify(standard)}`,
  ];
  return limits.filter(Boolean).join(' · ');
}

/** The schema that bounds and values apply to: the alternative that is not null, or the items of a list. */
function plainValue(document: ApiDocument, schema: Schema): Schema {
  const [only, ...others] = (schema.anyOf ?? []).filter(({ type }) => type !== 'null');
  if (only && others.length === 0) return componentOf(only) === undefined ? plainValue(document, only) : {};
  const { minItems, maxItems, items } = schema;
  if (!items) return flat(document, schema);
  const bounds = { ...(minItems !== undefined && { minItems }), ...(maxItems !== undefined && { maxItems }) };
  const values = componentOf(items) === undefined ? items.enum : undefined;
  return { ...bounds, ...(values && { enum: values }) };
}

/** Merges the schemas of `allOf` into one. */
export function flat(document: ApiDocument, schema: Schema): Schema {
  const own = schema.$ref === undefined ? schema : resolved<Schema>(document, { $ref: schema.$ref });
  const { allOf, ...others } = own;
  if (!allOf) return own;
  const parts = [...allOf.map((part) => flat(document, part)), others];
  return {
    ...Object.assign({}, ...parts),
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: parts.flatMap(({ required = [] }) => required),
  };
}

/** Whether a value has more to show than its type. */
function hasFields(document: ApiDocument, schema: Schema): boolean {
  if (componentOf(schema) !== undefined) return false;
  const { properties, items, anyOf, oneOf, additionalProperties, allOf } = schema;
  if (properties || allOf) return true;
  if (items) return hasFields(document, items);
  if (typeof additionalProperties === 'object') return hasFields(document, additionalProperties);
  return (anyOf ?? oneOf ?? []).some((one) => hasFields(document, one));
}
