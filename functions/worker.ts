import { createApp } from './app.ts';
import type { Bindings } from './env.ts';

const app = createApp();

export default {
  fetch: (request: Request, bindings: Bindings, execution: Execution) => app.fetch(request, bindings, execution),
};

interface Execution {
  waitUntil(work: Promise<unknown>): void;
  passThroughOnException(): void;
  props: unknown;
}
