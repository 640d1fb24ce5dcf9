import { type Operation, pathsOf } from '../../schema/operation.ts';

export interface Served {
  readonly path: string;
  readonly methods: readonly string[];
}

/** The methods that a path answers to: none for an unknown path. */
export function allowedMethods(
  operations: readonly Operation[],
  others: readonly Served[],
): (path: string) => readonly string[] {
  const served = [
    ...operations.flatMap((operation) => pathsOf(operation).map((path) => ({ path, methods: methodsOf(operation) }))),
    ...others,
  ].map(({ path, methods }) => ({ pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`), methods }));
  return (path) =>
    [...new Set(served.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods))].sort();
}

const methodsOf = (operation: Operation) =>
  operation.method === 'get' ? ['GET', 'HEAD'] : [operation.method.toUpperCase()];
