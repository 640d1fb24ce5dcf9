/** Memoises `make`, so that a schema with an id stays one component. All schemas are lazy: the start of an edge function builds none of them. */
export function lazy<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
