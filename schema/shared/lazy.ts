/**
 * Made when it is first asked for, and once: a schema with an id stays one component. Every schema is: the Worker starts
 * without any, however many operations there are.
 */
export function lazy<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
