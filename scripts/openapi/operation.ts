import * as z from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiResponseObject } from 'zod-openapi';
import type { Via } from '../../functions/http/authenticate.ts';
import { limits } from '../../functions/http/rate-limit.ts';
import { isCached, isMutation, type Operation } from '../../schema/shared/operation.ts';
import { errorResponses } from './errors.ts';
import { exampleOf } from './examples/index.ts';
import { headerRefs, parameterRefs } from './headers.ts';
import { securityOf } from './security.ts';
import { tagOf } from './tags.ts';

export function describeOperation(operation: Operation, via: Via): ZodOpenApiOperationObject {
  const isTwin = operation.access === 'participant' && via === 'token';
  const body = bodyOf(operation);
  return {
    operationId: operationId(operation.name, isTwin),
    tags: [tagOf(operation, via)],
    summary: operation.summary,
    description: [operation.description, requirements(operation, via)].filter(Boolean).join('\n\n'),
    security: securityOf(via),
    ...(operation.params || operation.query
      ? {
          requestParams: {
            ...(operation.params && { path: objectOf(operation.params()) }),
            ...(operation.query && { query: objectOf(operation.query()) }),
          },
        }
      : {}),
    parameters: parameterRefs(operation),
    ...(body && { requestBody: body }),
    responses: {
      [String(operation.success)]: success(operation),
      ...notModified(operation),
      ...errorResponses(operation, via),
    },
  };
}

const operationId = (name: string, isTwin: boolean) =>
  `${name.charAt(0).toLowerCase()}${name.slice(1)}${isTwin ? 'WithToken' : ''}`;

/** The requirements for the caller, one line for each rule. */
function requirements(operation: Operation, via: Via): string {
  const scope = isMutation(operation) ? 'write' : 'read';
  const lines = [
    via === 'key' ? `Scope of the key: \`${scope}\`.` : '',
    operation.access === 'staff' ? 'Only for staff.' : '',
    operation.role ? `Role: \`${operation.role}\`.` : '',
    operation.rate === 'none' ? '' : `Rate limit: ${operation.rate}, ${limits[operation.rate]} a minute.`,
  ];
  return lines.filter(Boolean).join(' ');
}

function bodyOf(operation: Operation): ZodOpenApiOperationObject['requestBody'] {
  if (!isMutation(operation)) return undefined;
  if (!operation.body) {
    const schema = z.strictObject({});
    return { required: false, description: 'No body, or `{}`.', content: { 'application/json': { schema } } };
  }
  const example = exampleOf(operation).body;
  return {
    required: !operation.body().safeParse({}).success,
    content: {
      'application/json': { schema: shapesOf(operation).body, ...(example === undefined ? {} : { example }) },
    },
  };
}

function success(operation: Operation): ZodOpenApiResponseObject {
  const example = exampleOf(operation).answer;
  const { contentType = 'application/json' } = operation;
  return {
    description: operation.success === 201 ? 'Created.' : 'Done.',
    headers: headerRefs(operation),
    content: {
      [contentType]: { schema: shapesOf(operation).answer, ...(example === undefined ? {} : { example }) },
    },
  };
}

interface Shapes {
  readonly body: z.ZodType;
  readonly answer: z.ZodType;
}

const shapes = new WeakMap<Operation, Shapes>();

/** Named components, so that generated clients get named types. The two paths of an operation share them. */
function shapesOf(operation: Operation): Shapes {
  const known = shapes.get(operation);
  if (known) return known;
  const { name, body = () => z.strictObject({}), answer } = operation;
  const made = { body: body().meta({ id: `${name}Request` }), answer: answer().meta({ id: `${name}Answer` }) };
  shapes.set(operation, made);
  return made;
}

/** Cached answers have an ETag. */
const notModified = (operation: Operation) =>
  isCached(operation) ? { '304': { description: 'The cached copy that If-None-Match names is current.' } } : {};

/** Parameters are declared as objects, some of them refined: zod keeps the type of the object. */
function objectOf(schema: z.ZodType): z.ZodObject {
  if (schema instanceof z.ZodObject) return schema;
  throw new Error('Parameters must be declared as a z.object.');
}
