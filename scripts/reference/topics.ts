import type { ApiDocument, OperationObject, Tag } from './document.ts';

/** A page of the reference: the operations of one tag. */
export interface Topic {
  /** The last part of the page's URL. */
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly group: string;
  readonly operations: readonly Operation[];
}

export interface Operation extends OperationObject {
  readonly method: string;
  readonly path: string;
  /** The path of the same operation for callers with a token. */
  readonly tokenPath?: string;
  readonly isCall?: true;
}

const methods = ['get', 'post', 'put', 'patch', 'delete'];

/**
 * The topics in the order of the tags. Two tags of the same name, one for keys and one for tokens, make one topic: it shows an operation
 * of both tags once, with both of its paths.
 */
export function topicsOf(document: ApiDocument): readonly Topic[] {
  const all = operationsOf(document.paths);
  const titles = [...new Set(document.tags.map(titleOf))];
  return titles.map((title) => {
    const tags = document.tags.filter((tag) => titleOf(tag) === title);
    const [first] = tags;
    const listed = tags.flatMap(({ name }) => all.filter((operation) => operation.tags?.includes(name)));
    const groups = document['x-tagGroups'].filter((one) => tags.some(({ name }) => one.tags.includes(name)));
    return {
      slug: slugOf(title),
      title,
      description: first?.description ?? '',
      group: groups
        .map(({ name }) => name)
        .join(' or ')
        .replace(' or With ', ' or '),
      operations: [...merged(listed), ...(title === 'Webhooks' ? callsOf(document) : [])],
    };
  });
}

export const slugOf = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

const titleOf = (tag: Tag): string => tag['x-displayName'] ?? tag.name;

function operationsOf(paths: ApiDocument['paths']): Operation[] {
  return Object.entries(paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod)
      .filter(([method]) => methods.includes(method))
      .map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  );
}

function merged(operations: readonly Operation[]): Operation[] {
  const isPublic = ({ path }: Operation) => path.startsWith('/api/v1/public/');
  const tokenPathOf = ({ path }: Operation) => path.replace('/api/v1/public/', '/api/v1/');
  const twinOf = (operation: Operation) =>
    isPublic(operation)
      ? operations.find(({ method, path }) => method === operation.method && path === tokenPathOf(operation))
      : undefined;
  const twins = new Set(operations.map(twinOf));
  return operations
    .filter((operation) => !twins.has(operation))
    .map((operation) => (twinOf(operation) ? { ...operation, tokenPath: tokenPathOf(operation) } : operation));
}

/** The webhook calls that the service makes to a user's endpoint. */
function callsOf({ webhooks = {} }: ApiDocument): Operation[] {
  return operationsOf(webhooks).map((call) => ({ ...call, operationId: slugOf(`call ${call.path}`), isCall: true }));
}
