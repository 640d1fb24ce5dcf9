import { expect, test } from 'vitest';
import { builtDocument } from './built-document.ts';

interface Response {
  readonly headers?: Readonly<Record<string, { $ref: string }>>;
  readonly content?: unknown;
}
interface Document {
  readonly paths: Record<string, Record<string, { responses: Record<string, { $ref?: string }> }>>;
  readonly components: { readonly responses: Record<string, Response> };
}
const document = builtDocument() as Document;
const { responses } = document.components;

test('every operation documents 405 with the header Allow', () => {
  for (const [path, item] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(item)) {
      const reference = operation.responses['405']?.$ref ?? '';
      const response = responses[reference.replace('#/components/responses/', '')];
      expect(response?.headers, `${method} ${path}`).toHaveProperty('Allow');
    }
});

test('exactly the responses that ask for a retry document Retry-After', () => {
  for (const [name, { headers = {}, content }] of Object.entries(responses)) {
    const isLater = /429|503/.test(name) || JSON.stringify(content).includes('IDEMPOTENCY_IN_PROGRESS');
    expect('Retry-After' in headers, name).toBe(isLater);
  }
});

test('component names begin with a letter and contain only letters and digits', () => {
  for (const [kind, named] of Object.entries(document.components)) {
    if (kind === 'examples') continue;
    for (const name of Object.keys(named)) expect(name, kind).toMatch(/^[A-Za-z][A-Za-z0-9]*$/);
  }
});
