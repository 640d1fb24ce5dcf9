import { lazy } from '../schema/lazy.ts';
import { createApp } from './app.ts';
import type { Bindings } from './env.ts';
import { guestEdge } from './http/guest-edge.ts';
import { type Batch, consume, enqueueDue } from './jobs.ts';

// Made by the first request that needs it: a start for a job, or for what the edge knows, registers no routes.
const app = lazy(createApp);

export default {
  /** A guest answer that is at hand passes the app by. */
  fetch: (request: Request, bindings: Bindings, execution: Execution) =>
    guestEdge.hit(request, bindings, execution) ?? app().fetch(request, bindings, execution),
  scheduled: ({ cron }: { cron: string }, bindings: Bindings) => enqueueDue(cron, bindings),
  queue: (batch: Batch, bindings: Bindings) => consume(batch, bindings),
};

interface Execution {
  waitUntil(work: Promise<unknown>): void;
  passThroughOnException(): void;
  props: unknown;
}
