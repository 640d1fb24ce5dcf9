import { type ApiDocument, componentOf, resolved, type Schema } from './document.ts';
import type { Operation } from './topics.ts';

/** The components that the operations send and return, with the components that these contain, in the order in which they appear. */
export function objectsOf(document: ApiDocument, operations: readonly Operation[]): string[] {
  const found = new Set<string>();
  for (const { requestBody, responses, parameters = [] } of operations) {
    for (const parameter of parameters) collect(document, resolved(document, parameter), found);
    collect(document, requestBody, found);
    for (const [status, answer] of Object.entries(responses))
      if (status < '400') collect(document, contentOf(resolved(document, answer)), found);
  }
  return [...found];
}

const contentOf = ({ content }: { readonly content?: unknown }) => content;

function collect(document: ApiDocument, part: unknown, found: Set<string>): void {
  if (typeof part !== 'object' || part === null) return;
  const name = '$ref' in part ? componentOf(asSchema(part)) : undefined;
  if (name !== undefined && !found.has(name)) {
    found.add(name);
    collect(document, document.components.schemas[name], found);
  }
  for (const [key, value] of Object.entries(part)) if (key !== 'example') collect(document, value, found);
}

/** Safe: only a schema refers to another by $ref below a body or an answer. */
const asSchema = (part: object): Schema => part;
