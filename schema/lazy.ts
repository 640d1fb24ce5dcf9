/**
 * Made when it is first asked for, and once: a schema with an id stays one component. For what only answers are made
 * of: the Worker starts without it.
 */
export function lazy<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
