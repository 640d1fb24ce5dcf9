import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { operations } from '../../../functions/operations.ts';
import { type Operation, pathsOf } from '../../../schema/shared/operation.ts';
import { exampleOf } from '../../../scripts/openapi/examples/index.ts';
import { type Json, type Probe, probesOf, valuesOf } from '../../support/probes.ts';
import { builtDocument } from './built-document.ts';

/**
 * Values that the service refuses and the document accepts, with the reason why JSON Schema cannot express the rule.
 */
const unsaid: readonly (readonly [message: RegExp, why: string])[] = [
  [/^must not contain NUL or lone surrogates$/, 'holds for every text, and is said once, in the introduction'],
  [
    /^must not be blank$|^are required to publish$/,
    'the published pattern cannot name every character that shows nothing',
  ],
  [/^must not contain path separators/, 'the published pattern ends at Latin-1; the description names the rest'],
  [
    /^must not (?:contain )?(?:duplicates|repeat|a file twice|a country twice|the same age and gender twice)$/,
    'the case of letters is ignored',
  ],
  [
    /^must be a language code, such as en or pt-BR \(BCP 47\)$/,
    'a registry and a grammar, which the description names',
  ],
  [/^must lie between 1970 and 9999$/, 'the offset moves the instant over the bound'],
  [
    /^must be a time in ISO 8601 with an offset, /,
    'the format takes what RFC 3339 leaves open: another separator, no such day',
  ],
  [/^must contain exactly \d+ entr/, 'depends on another field'],
  [/^must not be after /, 'depends on another field'],
  [/^must be one of .* for [A-Z_]+$/, 'depends on another field'],
  [/^must offer the quantity 1$|^must be 0 for the quantity 1$|^must not be repeated$/, 'depends on another entry'],
  [/^is required( to (block|suspend|reject))?$|^must not be empty when demo is empty$/, 'depends on another field'],
  [
    /^is required for SPLIT, and allowed only there$|^is required if outcome is VERIFIED, and not allowed otherwise$/,
    'depends on another field',
  ],
  [/^the shares must add up to at most 1.05 \(105 %\)$/, 'a sum of several entries'],
  [/^must contain either url or uploadIds$/, 'depends on another field'],
  [/^must not be sent with (?:canonicalUrl|handle)$|^is accepted without canonicalUrl /, 'depends on another field'],
  [/^is required without handle$/, 'depends on another field'],
  [/^must not be above maxPriceCents$/, 'depends on another parameter'],
  [/^must be at most 8 KiB$|^must be nested at most 16 levels deep$/, 'a size in bytes, and a depth'],
  [/^must contain at most 5 values$|^must have at most 40 characters each$/, 'values between commas'],
];

const document = builtDocument() as Json;
const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
ajv.addSchema(document, 'document');

describe.each(operations.filter(({ body }) => body))('the body of $name', (operation) => {
  it('is accepted and refused equally by the document and the service', () => {
    const pointer = `${pointerOf(operation)}/requestBody/content/application~1json/schema`;
    const schema = operation.body?.() as z.ZodType;
    const probes = probesOf(document, at(pointer) as Json, exampleOf(operation).body);
    // A country code can be in lower case.
    const isOtherCase = (label: string) => /\.geo\.0(\.country)? = "[a-z]{2}"$/.test(label);
    expect(disagreements(probes, accepts(pointer), schema, isOtherCase)).toEqual([]);
  });
});

const parametersOf = (operation: Operation): Parameter[] =>
  (at(`${pointerOf(operation)}/parameters`) as Parameter[]).filter((one) => one.in === 'query' || one.in === 'path');

describe.each(operations.filter(({ query, params }) => query ?? params))('the parameters of $name', (operation) => {
  it.each(parametersOf(operation))(
    'include $name, accepted and refused equally by the document and the service',
    (parameter) => {
      const { name, in: place, schema } = parameter;
      const own = (place === 'query' ? operation.query : operation.params)?.() as z.ZodObject;
      const field = own.shape[name] as z.ZodType;
      const pointer = `${pointerOf(operation)}/parameters/${parametersIn(operation).indexOf(parameter)}/schema`;
      const isDocumented = accepts(pointer);
      const isTyped = (text: unknown) => isDocumented(typed(String(text), schema));
      // The introduction allows lower case for enumerations in the query.
      const isOtherCase = (_: string, text: unknown) => place === 'query' && isDocumented(String(text).toUpperCase());
      expect(disagreements(textsFor(schema, name), isTyped, field, isOtherCase)).toEqual([]);
    },
  );
});

function disagreements(
  probes: Iterable<Probe>,
  isDocumented: (value: unknown) => boolean,
  schema: z.ZodType,
  isOtherCase: (label: string, value: unknown) => boolean,
): string[] {
  const found: string[] = [];
  for (const { label, value } of probes) {
    const { error } = schema.safeParse(value);
    const isTaken = error === undefined;
    if (isDocumented(value) === isTaken || (isTaken && isOtherCase(label, value))) continue;
    if (error?.issues.every(({ message }) => unsaid.some(([known]) => known.test(message)))) continue;
    found.push(`${label}: the service ${isTaken ? 'accepts it' : error?.issues.map(({ message }) => message)}`);
  }
  return found;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: Json;
}

const parametersIn = (operation: Operation) => at(`${pointerOf(operation)}/parameters`) as Parameter[];

/** Parameters are text; numbers are parsed from it. */
const typed = (text: string, { type }: Json) => (type === 'integer' && /^\d+$/.test(text) ? Number(text) : text);

const textsFor = (schema: Json, name: string): Probe[] =>
  [...valuesOf(document, schema, undefined)]
    .filter((value) => typeof value === 'string' || typeof value === 'number')
    .map((value) => ({ label: `${name}=${value}`, value: String(value) }));

const accepts = (pointer: string) =>
  ajv.compile({ $ref: `document#${pointer.split('/').map(encodeURIComponent).join('/')}` });

const pointerOf = (operation: Operation) =>
  `/paths/${(pathsOf(operation)[0] ?? '').replaceAll('/', '~1')}/${operation.method}`;

const at = (pointer: string): unknown =>
  pointer
    .slice(1)
    .split('/')
    .map((key) => key.replaceAll('~1', '/'))
    .reduce<unknown>((inner, key) => (inner as Json)[key], document);
