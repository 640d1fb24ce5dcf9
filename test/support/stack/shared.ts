import { stackOfFile } from './stack.ts';
import type { StackAddresses } from './stack-addresses.ts';

/** The stack of the test file, which it finds as new. Its settings are the usual ones unless the file has started it with others. */
export const shared: StackAddresses = new Proxy(Object.create(null), {
  get: (_, name) => Reflect.get(stackOfFile(), name),
});
