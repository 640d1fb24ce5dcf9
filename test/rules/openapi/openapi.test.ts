import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { operations } from '../../../functions/operations.ts';
import { isErrorCode } from '../../../schema/shared/errors.ts';
import { errorsOf, type Operation, pathsOf } from '../../../schema/shared/operation.ts';
import { exampleOf } from '../../../scripts/openapi/examples/index.ts';
import { builtDocument } from './built-document.ts';

const document = builtDocument() as Json;

describe('the OpenAPI document', () => {
  it('contains words instead of code', () => {
    const words = JSON.stringify(document, (key, value) => (key === 'x-codeSamples' ? undefined : value));
    expect(words.match(/[^"]{0,40}\w\(\)[^"]{0,20}/g)).toBeNull();
  });

  it.each(served())('has $method $path', ({ operation, path, method }) => {
    const described = at(document, 'paths', path, method);
    expect(described).toMatchObject({ summary: operation.summary });
    expect(Object.keys(at(described, 'responses'))).toContain(String(operation.success));
  });

  it.each(served())('lists exactly the errors of $method $path', ({ operation, path, method, via }) => {
    const responses = Object.values(at(document, 'paths', path, method, 'responses')) as Json[];
    const codes = responses.flatMap((response) => codesIn(resolve(response)));
    expect(codes.toSorted()).toEqual([...errorsOf(operation, via)].toSorted());
  });

  it('requires a key under /public, a token elsewhere, and nothing from guests', () => {
    for (const { path, method, via } of served()) {
      const schemes = { key: [{ apiKey: [] }, { apiKeyHeader: [] }], token: [{ token: [] }], none: [] };
      expect(at(document, 'paths', path, method, 'security'), path).toEqual(schemes[via]);
    }
  });

  it('names each operation once', () => {
    const ids = described().map((operation) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('describes every tag that it uses', () => {
    const tags = (document.tags as Json[]).map(({ name }) => name);
    expect(tags).toEqual(expect.arrayContaining(described().flatMap((operation) => operation.tags as string[])));
  });

  it.each(operations)('has a valid example of $name', (operation) => {
    const example = exampleOf(operation);
    if (operation.body) expect(operation.body().safeParse(example.body).error).toBeUndefined();
    // A file has no example.
    if (operation.contentType === undefined || example.answer !== undefined)
      expect(operation.answer().safeParse(example.answer).error).toBeUndefined();
  });

  it('has examples that its own schemas accept', () => {
    const contents = findContents(document);
    expect(contents.length).toBeGreaterThan(operations.length);
    const bySchema = Object.groupBy(contents, ({ schema }) => JSON.stringify(schema));
    for (const [text, ofOne = []] of Object.entries(bySchema)) {
      const accepted = z.fromJSONSchema(standalone(JSON.parse(text)));
      for (const example of ofOne.flatMap(({ examples }) => examples))
        expect(accepted.safeParse(example).error, text).toBeUndefined();
    }
  });
});

type Json = { [key: string]: unknown };

function served() {
  return operations.flatMap((operation) =>
    pathsOf(operation).map((path) => ({ operation, path, method: operation.method, via: viaOf(operation, path) })),
  );
}

function viaOf(operation: Operation, path: string): 'key' | 'token' | 'none' {
  if (operation.access === 'guest') return 'none';
  return path.startsWith('/api/v1/public/') ? 'key' : 'token';
}

function at(value: unknown, ...path: string[]): Json {
  return path.reduce((inner, key) => (inner as Json)?.[key], value) as Json;
}

const described = () => Object.values(document.paths as Json).flatMap((item) => Object.values(item as Json)) as Json[];

function resolve(value: Json): Json {
  return typeof value.$ref === 'string' ? at(document, ...value.$ref.slice(2).split('/')) : value;
}

/** Codes are in enums beside a reference to their envelope. */
function codesIn(response: Json): string[] {
  const text = JSON.stringify(at(response, 'content', 'application/json', 'schema') ?? {});
  return [...text.matchAll(/"allOf":\[\{"\$ref":"[^"]+"\},(\{[^}]*"enum":\[[^\]]*\])/g)]
    .flatMap(([, narrowed = '']) => [...narrowed.matchAll(/"(\w+)"/g)].map(([, code = '']) => code))
    .filter(isErrorCode);
}

/** Every body with examples: of requests, of answers, and of errors by reference. */
function findContents(value: unknown): { schema: Json; examples: unknown[] }[] {
  if (typeof value !== 'object' || value === null) return [];
  const { schema, example, examples } = value as Json;
  const own = [
    ...(example === undefined ? [] : [example]),
    ...Object.values((examples ?? {}) as Json).map((named) => resolve(named as Json)?.value),
  ];
  if (schema !== undefined && own.length > 0) return [{ schema: schema as Json, examples: own }];
  return Object.values(value).flatMap(findContents);
}

/** The schema with every component that it refers to, directly or through others. */
function standalone(schema: Json): Json {
  const $defs: Json = {};
  const add = (part: unknown) => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (name in $defs) continue;
      $defs[name] = at(document, 'components', 'schemas', name);
      add($defs[name]);
    }
  };
  add(schema);
  return JSON.parse(JSON.stringify({ ...schema, $defs }).replaceAll('#/components/schemas/', '#/$defs/'));
}
